import { useSyncExternalStore } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';

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

/** Returns the server's time in whole seconds since 1970. */
export const useServerTimeInSeconds = (): number =>
  useSyncExternalStore(subscribeToSeconds, () => Math.floor(getServerTime() / SECOND_MS));

/** Returns the server's time in whole minutes since 1970. Updates the component once a minute. */
export const useServerTimeInMinutes = (): number =>
  useSyncExternalStore(subscribeToSeconds, () => Math.floor(getServerTime() / MINUTE_MS));
