import { useCallback, useSyncExternalStore } from 'react';
import { getServerTime } from './live.ts';
import { usePlayback } from './playback.ts';

/**
 * Returns the server's current time in milliseconds, rounded down to the interval; within a playback, the played time.
 * A wrong clock of this device does not change the result.
 * @param intervalMs the update interval in milliseconds
 */
export function useServerTime(intervalMs: number): number {
  const playback = usePlayback();
  const subscribe = useCallback(
    (listener: () => void) => {
      if (playback) return playback.subscribe(listener);
      const timer = setInterval(listener, intervalMs);
      return () => clearInterval(timer);
    },
    [intervalMs, playback],
  );
  const getTime = playback ? playback.getTime : getServerTime;
  return useSyncExternalStore(subscribe, () => Math.floor(getTime() / intervalMs) * intervalMs);
}
