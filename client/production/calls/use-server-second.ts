import { useSyncExternalStore } from 'react';
import { serverNow } from '#client/kit/live/live.ts';

const SECOND_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

/**
 * Calls a listener every second. All clocks on the screen share one timer, so they tick together.
 */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Returns the server's time in whole seconds since 1970. */
export const useServerSecond = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(serverNow() / SECOND_MS));
