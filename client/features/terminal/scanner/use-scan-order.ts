import { useRef } from 'react';
import type { ScanAnswer } from '#shared/answers/terminal.ts';

/** One scan, among the scans of a screen. */
interface OrderedScan {
  /** Whether no other scan has begun since. */
  readonly isLatest: () => boolean;
  /**
   * Whether the answer to the scan may take effect: no later scan of the same kind has taken effect. A person may scan
   * a badge and a card shortly after each other, so a later scan of another kind does not count.
   */
  readonly takesEffect: (kind: ScanAnswer['kind']) => boolean;
}

/** Returns a function that numbers the scans. The answers may arrive in another order than the scans were made. */
export function useScanOrder(): () => OrderedScan {
  const scanCount = useRef(0);
  const lastInEffect = useRef<Partial<Record<ScanAnswer['kind'], number>>>({});
  return () => {
    const number = ++scanCount.current;
    return {
      isLatest: () => number === scanCount.current,
      takesEffect: (kind) => {
        if (number < (lastInEffect.current[kind] ?? 0)) return false;
        lastInEffect.current[kind] = number;
        return true;
      },
    };
  };
}
