import { afterEach } from 'vitest';

/** A list of what is to be closed after each test, the last first. */
export function closedAfterEach(): (() => Promise<void> | void)[] {
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  return closing;
}
