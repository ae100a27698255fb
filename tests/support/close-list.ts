import { afterEach } from 'vitest';

/** Returns a list for `close` callbacks. They run after each test, the last one first. */
export function createCloseList(): (() => Promise<void> | void)[] {
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  return closing;
}
