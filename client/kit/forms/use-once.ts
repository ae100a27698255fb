import { useRef } from 'react';
import { CallError } from '../wire/call-error.ts';
import { requestId } from '../wire/request-id.ts';
import { useSending } from './use-sending.ts';

interface Once {
  /** A request is running. */
  readonly busy: boolean;
  /**
   * Sends a request with an id, so that the server executes it once.
   * @param said the content of the request: the same content after a missing answer retries with the same id
   * @param run sends the request with the id
   * @param refused maps a refusal to a result
   * @returns the result of either; null if another request is running
   */
  readonly once: <T>(
    said: unknown,
    run: (id: string) => Promise<T>,
    refused: (error: CallError) => Promise<T> | T,
  ) => Promise<T | null>;
}

/** Sends a request once per press, and exactly once over an unreliable connection. */
export function useOnce(): Once {
  const { busy, sending } = useSending();
  const lastTry = useRef({ text: '', id: '' });
  const once: Once['once'] = async <T>(
    said: unknown,
    run: (id: string) => Promise<T>,
    refused: (error: CallError) => Promise<T> | T,
  ): Promise<T | null> => {
    let answer: T | null = null;
    await sending(async () => {
      const text = JSON.stringify(said);
      if (lastTry.current.text !== text) lastTry.current = { text, id: requestId() };
      try {
        answer = await run(lastTry.current.id);
        lastTry.current = { text: '', id: '' };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code !== 'requestFailed' && error.code !== 'timedOut')
          lastTry.current = { text: '', id: '' };
        answer = await refused(error);
      }
    });
    return answer;
  };
  return { busy, once };
}
