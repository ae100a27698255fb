import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { buildBarcode, type BarcodeType } from '#shared/rules/barcode.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { BrowserWindows } from '#tests/support/browser.ts';
import { TEST_ADMIN, TEST_VERIFICATION_CODE } from '#tests/support/wire-server.ts';
import { logIn, type LogInValues } from './log-in.ts';
import { translate } from './translate.ts';

/** A 10-inch tablet in landscape orientation. */
export const TABLET_SIZE = { width: 1280, height: 800 };
/** The same tablet in portrait orientation. */
export const PORTRAIT_TABLET_SIZE = { width: 800, height: 1280 };

/** Opens the terminal with this code on a tablet that shows the log-in page. */
export async function setUpTablet(page: Page, deviceCode: string, logInValues: LogInValues): Promise<void> {
  await page.getByRole('button', { name: translate('openAsTerminal') }).click();
  await page.getByRole('textbox', { name: translate('deviceCode'), exact: true }).fill(deviceCode);
  await logIn(page, DEFAULT_LANG, logInValues);
  await page.getByRole('heading', { name: translate('whoAreYou') }).waitFor();
}

/**
 * Opens a window of this size, and sets it up as the terminal T-1 of the test factory.
 * @param expectedErrors console errors that the test expects
 */
export async function openTestTerminal(
  windows: BrowserWindows,
  url: string,
  size: { width: number; height: number },
  expectedErrors?: RegExp,
): Promise<Page> {
  const { page, allowErrors } = await windows.open(`${url}/login`, size);
  if (expectedErrors) allowErrors(expectedErrors);
  await setUpTablet(page, 'T-1', { ...TEST_ADMIN, code: TEST_VERIFICATION_CODE });
  return page;
}

/**
 * Types a barcode like a scanner in keyboard mode: fast, with Enter at the end.
 * @param interruptionMs a pause in the middle of the barcode, in milliseconds
 */
export async function typeBarcode(
  page: Page,
  factoryCode: string,
  type: BarcodeType,
  code: string,
  interruptionMs = 0,
): Promise<void> {
  const text = buildBarcode(factoryCode, type, code);
  const middle = text.length >> 1;
  await page.keyboard.type(text.slice(0, middle), { delay: 2 });
  await wait(interruptionMs);
  await page.keyboard.type(text.slice(middle), { delay: 2 });
  await page.keyboard.press('Enter');
}

/** Finds a process in the list of a terminal, by words of its row. */
export const findListedProcess = (page: Page, words: RegExp): Locator =>
  page.locator('.process-list').getByRole('button', { name: words });

/** Finds the button of a terminal that reports all chosen processes together. */
export const findBatchButton = (page: Page, verb: TermKey, quantity: number): Locator =>
  page.getByRole('button', {
    name: translate('verbWithQuantity', {
      verb: translate(verb),
      quantity,
    }),
    exact: true,
  });
