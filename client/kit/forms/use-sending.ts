import { useRef, useState } from 'react';
import { CallError } from '../wire/call-error.ts';

interface Sending {
  /** A request is running. */
  readonly busy: boolean;
  /** Runs a request. @returns whether it succeeded */
  readonly sending: (run: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Allows one request at a time.
 * @param refused handles a refusal in addition to the toast, or instead of it
 */
export function useSending(refused?: (error: CallError) => void): Sending {
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
