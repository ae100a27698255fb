import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { listDatabaseKinds, describeForEachDatabase, type TestDatabase } from './databases.ts';
import { findChromium } from './programs.ts';

/** A browser window with its own storage. When it opens, nobody is logged in. */
export interface BrowserWindow {
  page: Page;
  /** From now on, errors that match this pattern do not fail the test. */
  expects: (error: RegExp) => void;
}

/** The browser windows of a journey suite. */
export interface BrowserWindows {
  /**
   * Opens a URL in a new window, which is closed after the test. An error of the page or in its console fails the test
   * unless `expects` allows it.
   */
  open: (url: string, size?: { width: number; height: number }) => Promise<BrowserWindow>;
  /** Callbacks that run once, after the windows of the current test are closed. The last callback runs first. */
  closing: (() => Promise<unknown> | void)[];
}

const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const DESKTOP_SIZE = { width: 1440, height: 900 };
/** The default time limit for waiting for something on a page, in milliseconds. */
const PAGE_TIMEOUT_MS = 20_000;
/** A time zone other than the factory's: what a screen shows must not depend on the browser's time zone. */
const BROWSER_ZONE = 'America/New_York';

const chromiumPath = await findChromium();

interface OpenedWindow extends BrowserWindow {
  problems: string[];
}

async function openWindow(browser: Browser, url: string, size = DESKTOP_SIZE): Promise<OpenedWindow> {
  const context = await browser.newContext({ viewport: size, timezoneId: BROWSER_ZONE });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const problem = (text: string) => {
    if (!expected.some((one) => one.test(text))) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') problem(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problem(error.stack ?? error.message));
  page.on('crash', () => problem('The page crashed'));
  await page.goto(url);
  return { page, problems, expects: (error) => expected.push(error) };
}

/** Saves screenshots of the windows of a failed test and prints their paths. */
async function saveScreenshots(windows: readonly OpenedWindow[], test: string): Promise<void> {
  const folder = join(tmpdir(), 'mes-journeys');
  mkdirSync(folder, { recursive: true });
  for (const [index, { page }] of windows.entries()) {
    const path = join(folder, `${test.replaceAll(/[^\w-]+/g, '-').slice(0, 80)}-${index + 1}.png`);
    await page.screenshot({ path, timeout: 5000 }).then(
      () => console.log(`What window ${index + 1} showed at ${page.url()}: ${path}`),
      (error: unknown) =>
        console.log(`Window ${index + 1} at ${page.url()} gives no picture: ${String(error)}`),
    );
  }
}

/**
 * Registers a suite that uses the built client in a real Chromium, on the first available database of this run. Without
 * Chromium or without a database the tests are reported as skipped.
 * @param body registers the tests, which may use the windows and the database only while they run
 */
export function describeJourneys(
  name: string,
  body: (windows: BrowserWindows, database: TestDatabase) => void,
): void {
  const title = chromiumPath === null ? `${name}: Chromium is not installed` : name;
  const databaseKind = listDatabaseKinds().find(({ missing }) => missing === null);
  const suite = (database: TestDatabase): void => {
    let browser: Browser | null = null;
    const windows: OpenedWindow[] = [];
    const closing: BrowserWindows['closing'] = [];
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: chromiumPath!,
        chromiumSandbox: false,
        args: CHROMIUM_FLAGS,
      });
    });
    afterAll(() => browser?.close());
    afterEach(async ({ task }) => {
      const opened = windows.splice(0);
      if (task.result?.state === 'fail') await saveScreenshots(opened, task.name);
      for (const { page } of opened) await page.context().close();
      for (const close of closing.splice(0).toReversed()) await close();
      const problems = opened.flatMap((one) => one.problems);
      expect(problems, 'Something was wrong in a window').toEqual([]);
    });
    const open: BrowserWindows['open'] = async (url, size) => {
      const opened = await openWindow(browser!, url, size);
      windows.push(opened);
      return opened;
    };
    body({ open, closing }, database);
  };
  describe.skipIf(chromiumPath === null)('In a browser', () => {
    describeForEachDatabase(title, suite, databaseKind?.kind);
  });
}
