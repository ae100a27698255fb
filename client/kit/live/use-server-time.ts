import { useCallback, useSyncExternalStore } from 'react';
import { getServerTime } from './live.ts';

/**
 * Returns the server's current time in milliseconds, rounded down to the interval. A wrong clock of
 * this device does not change the result.
 * @param every the update interval in milliseconds
 */
export function useServerTime(every: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, every);
      return () => clearInterval(timer);
    },
    [every],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(getServerTime() / every) * every);
}
