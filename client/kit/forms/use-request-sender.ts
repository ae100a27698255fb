import { useRef, useState } from 'react';
import { CallError } from '../wire/call-error.ts';

interface RequestSender {
  /** Whether a request is running. */
  readonly busy: boolean;
  /** Runs a request. @returns whether the request ran and succeeded */
  readonly runRequest: (run: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Runs one request at a time. While a request is running, other requests are ignored.
 * @param onFailure handles a failed call
 */
export function useRequestSender(onFailure?: (error: CallError) => void): RequestSender {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const runRequest = async (run: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      onFailure?.(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, runRequest };
}
