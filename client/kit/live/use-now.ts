import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from './live.ts';

/**
 * The time now by the server's clock in milliseconds, told anew every so often: what runs is seen running, also on a
 * tablet whose own clock is wrong.
 * @param every milliseconds
 */
export function useNow(every: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, every);
      return () => clearInterval(timer);
    },
    [every],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / every) * every);
}
