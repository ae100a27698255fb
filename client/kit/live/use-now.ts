import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from './live.ts';

/**
 * Returns the current time by the server's clock in milliseconds, updated at an interval. Correct even on a
 * tablet with a wrong clock.
 * @param every the interval in milliseconds
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
