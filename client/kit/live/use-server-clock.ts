import { useSyncExternalStore } from 'react';
import { getServerTime } from './live.ts';
import { usePlayback } from './playback.ts';
import { toLocalDay } from '../words/formats.ts';
import { useTimeZone } from '../words/use-time-zone.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const everySecondListeners = new Set<() => void>();
let everySecondTimer: ReturnType<typeof setInterval> | null = null;

/**
 * Calls a listener every second. All clocks on the screen share one timer, so they tick together.
 */
function subscribeToSeconds(listener: () => void): () => void {
  everySecondListeners.add(listener);
  everySecondTimer ??= setInterval(() => {
    for (const notify of everySecondListeners) notify();
  }, SECOND_MS);
  return () => {
    everySecondListeners.delete(listener);
    if (everySecondListeners.size > 0 || everySecondTimer === null) return;
    clearInterval(everySecondTimer);
    everySecondTimer = null;
  };
}

/** Returns the server's time in whole units since 1970; within a playback, the played time. */
function useTimeInUnits(unitMs: number): number {
  const playback = usePlayback();
  const getTime = playback ? playback.getTime : getServerTime;
  return useSyncExternalStore(playback ? playback.subscribe : subscribeToSeconds, () =>
    Math.floor(getTime() / unitMs),
  );
}

/** Returns the server's time in whole seconds since 1970. */
export const useServerTimeInSeconds = (): number => useTimeInUnits(SECOND_MS);

/** Returns the server's time in whole minutes since 1970. Updates the component once a minute. */
export const useServerTimeInMinutes = (): number => useTimeInUnits(MINUTE_MS);

/** Returns the day of the factory by the server's clock: 'YYYY-MM-DD'. */
export const useToday = (): string => toLocalDay(useTimeZone(), useServerTimeInMinutes() * MINUTE_MS);
