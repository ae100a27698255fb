import { useCallback, useSyncExternalStore } from 'react';
import { getServerTime } from './live.ts';

/**
 * Returns the server's current time in milliseconds, rounded down to the interval. A wrong clock of
 * this device does not change the result.
 * @param intervalMs the update interval in milliseconds
 */
export function useServerTime(intervalMs: number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = setInterval(listener, intervalMs);
      return () => clearInterval(timer);
    },
    [intervalMs],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(getServerTime() / intervalMs) * intervalMs);
}
