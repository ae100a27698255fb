import { useRef, useState } from 'react';
import { CallError } from '../wire/call-error.ts';

interface RequestSender {
  /** Whether a request is running. */
  readonly busy: boolean;
  /** Runs a request. @returns whether the request ran and succeeded */
  readonly sending: (run: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Runs one request at a time and ignores further requests meanwhile.
 * @param refused handles a failed call
 */
export function useRequestSender(refused?: (error: CallError) => void): RequestSender {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const sending = async (run: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refused?.(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, sending };
}
