import { afterEach } from 'vitest';

/** Returns a list for `close` callbacks. After each test the callbacks run, the last one first, and are removed. */
export function registerCloseCallbackList(): (() => Promise<void> | void)[] {
  const closeCallbacks: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closeCallbacks.splice(0).toReversed()) await close();
  });
  return closeCallbacks;
}
