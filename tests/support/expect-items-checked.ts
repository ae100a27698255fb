import { expect } from 'vitest';

/** Prints how many items a test has checked. Fails if there were none. */
export function expectItemsChecked(itemsName: string, count: number): void {
  console.log(`checked: ${count} ${itemsName}`);
  expect(count, `There were no ${itemsName} to check`).toBeGreaterThan(0);
}
