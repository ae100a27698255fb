import type { Locator } from 'playwright';
import { expect } from 'vitest';

/**
 * Checks or unchecks a checkbox by the keyboard. The drawn box covers the real one, so a click must be forced, and a
 * forced click misses a box that still moves.
 */
export async function setCheckbox(checkbox: Locator, isChecked: boolean): Promise<void> {
  if ((await checkbox.isChecked()) === isChecked) return;
  await checkbox.press('Space');
  await expect.poll(() => checkbox.isChecked()).toBe(isChecked);
}
