import { expect } from 'vitest';

/** Prints how many items a test has checked. Fails if there were none. */
export function expectItemsChecked(what: string, count: number): void {
  console.log(`checked: ${count} ${what}`);
  expect(count, `There were no ${what} to check`).toBeGreaterThan(0);
}
