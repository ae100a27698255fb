import type { Locator } from 'playwright';
import { expect } from 'vitest';

/**
 * Checks or unchecks a checkbox by the keyboard. A click would have to be forced, because the drawn box
 * covers the checkbox. A forced click can miss a box that still moves.
 */
export async function setCheckbox(checkbox: Locator, isChecked: boolean): Promise<void> {
  if ((await checkbox.isChecked()) === isChecked) return;
  await checkbox.press('Space');
  await expect.poll(() => checkbox.isChecked()).toBe(isChecked);
}
