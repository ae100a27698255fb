import { useRef } from 'react';
import { CallError } from '../wire/call-error.ts';
import { requestId } from '../wire/request-id.ts';
import { useSending } from './use-sending.ts';

interface Once {
  /** It is on its way. */
  readonly busy: boolean;
  /**
   * @param said what the person wants done: the same said again after no answer came is the same intention
   * @param run sends it under a request id, by which the server does it once
   * @param refused what a refusal comes to
   * @returns what either answers; null where something is on its way already
   */
  readonly once: <T>(
    said: unknown,
    run: (id: string) => Promise<T>,
    refused: (error: CallError) => Promise<T> | T,
  ) => Promise<T | null>;
}

/** Has something done: once a press, and exactly once over a broken line. */
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
