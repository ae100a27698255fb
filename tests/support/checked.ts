import { expect } from 'vitest';

/** Says how many things a loop has checked, and fails where it checked none: an empty loop proves nothing. */
export function checked(what: string, count: number): void {
  console.log(`checked: ${count} ${what}`);
  expect(count, `There were no ${what} to check`).toBeGreaterThan(0);
}
