import { useState } from 'react';
import { CallError } from '../call-error.ts';

/**
 * Has something sent once at a time; a refusal was said over the page, and what was typed stays.
 * @returns whether it is on its way, and what sends it: answers whether it was done
 */
export function useSending(): { busy: boolean; sending: (run: () => Promise<void>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const sending = async (run: () => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, sending };
}
