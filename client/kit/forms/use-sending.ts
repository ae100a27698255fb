import { useRef, useState } from 'react';
import { CallError } from '../wire/call-error.ts';

interface Sending {
  /** It is on its way. */
  readonly busy: boolean;
  /** Has it sent. @returns whether it was done */
  readonly sending: (run: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Has something sent once at a time.
 * @param refused what else follows a refusal, which was said over the page or is said there
 */
export function useSending(refused?: (error: CallError) => void): Sending {
  const [busy, setBusy] = useState(false);
  const flying = useRef(false);
  const sending = async (run: () => Promise<unknown>): Promise<boolean> => {
    if (flying.current) return false;
    flying.current = true;
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refused?.(error);
      return false;
    } finally {
      flying.current = false;
      setBusy(false);
    }
  };
  return { busy, sending };
}
