import { useRef } from 'react';
import { CallError } from '../wire/call-error.ts';
import { makeRequestId } from '../wire/request-id.ts';
import { useRequestSender } from './use-request-sender.ts';

interface OnceSender {
  /** Whether a request is running. */
  readonly busy: boolean;
  /**
   * Sends a request with an id, so that the server executes the request once.
   * @param content the data of the request. After a try without an answer, the same data gets the
   *   same id again
   * @param run sends the request with the id
   * @param refused turns a failure into a result
   * @returns the result of `run` or `refused`; null if another request is running
   */
  readonly once: <T>(
    content: unknown,
    run: (id: string) => Promise<T>,
    refused: (error: CallError) => Promise<T> | T,
  ) => Promise<T | null>;
}

/**
 * Returns a function that sends a request. The server executes the request once even if it is sent
 * again.
 */
export function useSendOnce(): OnceSender {
  const { busy, sending } = useRequestSender();
  const lastAttempt = useRef({ text: '', id: '' });
  const once: OnceSender['once'] = async <T>(
    content: unknown,
    run: (id: string) => Promise<T>,
    refused: (error: CallError) => Promise<T> | T,
  ): Promise<T | null> => {
    let answer: T | null = null;
    await sending(async () => {
      const text = JSON.stringify(content);
      if (lastAttempt.current.text !== text) lastAttempt.current = { text, id: makeRequestId() };
      try {
        answer = await run(lastAttempt.current.id);
        lastAttempt.current = { text: '', id: '' };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code !== 'requestFailed' && error.code !== 'timedOut')
          lastAttempt.current = { text: '', id: '' };
        answer = await refused(error);
      }
    });
    return answer;
  };
  return { busy, once };
}
