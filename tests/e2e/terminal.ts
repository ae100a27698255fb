import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { barcodeOf, type BarcodeType } from '#shared/rules/barcode.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { term } from '#shared/terms/index.ts';
import { logIn, type Person } from './log-in.ts';

/** A 10-inch tablet, lying. */
export const TABLET = { width: 1280, height: 800 };

/** Makes a tablet on the log-in page the terminal of a device code, as it is done once. */
export async function openTerminal(page: Page, deviceCode: string, by: Person): Promise<void> {
  const say = (key: Parameters<typeof term>[1]) => term(DEFAULT_LANG, key);
  await page.getByRole('button', { name: say('openAsTerminal') }).click();
  await page.getByRole('textbox', { name: say('deviceCode'), exact: true }).fill(deviceCode);
  await logIn(page, DEFAULT_LANG, by);
  await page.getByRole('heading', { name: say('whoAreYou') }).waitFor();
}

/**
 * A scanner that works as a keyboard: fast, and with Enter at the end.
 * @param interruption how long it is kept waiting in the middle of the code, in milliseconds
 */
export async function scan(
  page: Page,
  factoryCode: string,
  type: BarcodeType,
  code: string,
  interruption = 0,
): Promise<void> {
  const text = barcodeOf(factoryCode, type, code);
  const middle = text.length >> 1;
  await page.keyboard.type(text.slice(0, middle), { delay: 2 });
  await wait(interruption);
  await page.keyboard.type(text.slice(middle), { delay: 2 });
  await page.keyboard.press('Enter');
}
