import { expect } from 'vitest';

/** Prints how many items a loop has checked, and fails if there were none: an empty loop proves nothing. */
export function checked(what: string, count: number): void {
  console.log(`checked: ${count} ${what}`);
  expect(count, `There were no ${what} to check`).toBeGreaterThan(0);
}
