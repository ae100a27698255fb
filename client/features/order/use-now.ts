import { useCallback, useSyncExternalStore } from 'react';

/**
 * The time now in milliseconds, told anew every so often: what runs is seen running.
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
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / every) * every);
}
