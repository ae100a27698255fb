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
   * @param onFailure turns a failure into a result
   * @returns the result of `run` or `onFailure`; null if another request is running
   */
  readonly sendOnce: <T>(
    content: unknown,
    run: (id: string) => Promise<T>,
    onFailure: (error: CallError) => Promise<T> | T,
  ) => Promise<T | null>;
}

/**
 * Returns a function that sends a request. If the same request is sent again, the server does not
 * execute it twice.
 */
export function useSendOnce(): OnceSender {
  const { busy, runRequest } = useRequestSender();
  const lastAttempt = useRef({ text: '', id: '' });
  const sendOnce: OnceSender['sendOnce'] = async <T>(
    content: unknown,
    run: (id: string) => Promise<T>,
    onFailure: (error: CallError) => Promise<T> | T,
  ): Promise<T | null> => {
    let answer: T | null = null;
    await runRequest(async () => {
      const text = JSON.stringify(content);
      if (lastAttempt.current.text !== text) lastAttempt.current = { text, id: makeRequestId() };
      try {
        answer = await run(lastAttempt.current.id);
        lastAttempt.current = { text: '', id: '' };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code !== 'requestFailed' && error.code !== 'timedOut')
          lastAttempt.current = { text: '', id: '' };
        answer = await onFailure(error);
      }
    });
    return answer;
  };
  return { busy, sendOnce };
}
