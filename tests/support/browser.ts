import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import {
  describeForEachDatabase,
  findQuickestDatabaseKind,
  type DatabaseKind,
  type TestDatabase,
} from './databases.ts';
import { findChromium } from './programs.ts';

/** A browser window with its own storage. When it opens, nobody is logged in. */
export interface BrowserWindow {
  page: Page;
  /** From now on, errors that match this pattern do not fail the test. */
  allowErrors: (pattern: RegExp) => void;
}

/** The browser windows of a journey suite. */
export interface BrowserWindows {
  /**
   * Opens a URL in a new window, which is closed after the test. An error of the page or in its console fails the test
   * unless `allowErrors` allows it.
   */
  open: (url: string, size?: { width: number; height: number }) => Promise<BrowserWindow>;
  /** Callbacks that run once, after the windows of the current test are closed. The last callback runs first. */
  closeCallbacks: (() => Promise<unknown> | void)[];
}

/**
 * The features that Playwright switches off. The list of this file replaces Playwright's own list, so it repeats that
 * list.
 */
const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
];
/**
 * The pages with which the browser fills its address bar. Nobody sees them here, but each window would load both, which
 * takes half a second.
 */
const ADDRESS_BAR_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const CHROMIUM_FLAGS = [
  `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...ADDRESS_BAR_FEATURES].join(',')}`,
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
  const allowedPatterns: RegExp[] = [];
  const addProblem = (text: string) => {
    if (!allowedPatterns.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') addProblem(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => addProblem(error.stack ?? error.message));
  page.on('crash', () => addProblem('The page crashed'));
  await page.goto(url);
  return { page, problems, allowErrors: (pattern) => allowedPatterns.push(pattern) };
}

let browserPromise: Promise<Browser> | null = null;

/**
 * Starts the browser of this worker. Later calls return the same browser, unless it has crashed. Its windows share no
 * data. It ends with the worker.
 */
async function openBrowser(): Promise<Browser> {
  if (browserPromise && !(await browserPromise).isConnected()) browserPromise = null;
  browserPromise ??= chromium.launch({
    executablePath: chromiumPath!,
    chromiumSandbox: false,
    args: CHROMIUM_FLAGS,
  });
  return browserPromise;
}

/** Returns where the focus is on a page, and the texts of its headings and open dialogs. */
function readPageState(): string {
  const readTexts = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText.slice(0, 200));
  return JSON.stringify({
    focus: document.activeElement?.outerHTML.slice(0, 200),
    headings: readTexts('h1'),
    dialogs: readTexts('[role="dialog"], [role="alertdialog"]'),
  });
}

/**
 * Saves screenshots of the windows of a failed test.
 * @returns what each window showed, with the path of its screenshot
 */
async function describeWindows(windows: readonly OpenedWindow[], testName: string): Promise<string> {
  const folder = join(tmpdir(), 'mes-journeys');
  mkdirSync(folder, { recursive: true });
  const descriptions = windows.map(async ({ page }, index) => {
    const path = join(folder, `${testName.replaceAll(/[^\w-]+/g, '-').slice(0, 80)}-${index + 1}.png`);
    const picture = await page.screenshot({ path, timeout: 5000 }).then(
      () => path,
      (error: unknown) => `no screenshot: ${String(error)}`,
    );
    const state = await page
      .evaluate(readPageState)
      .catch((error: unknown) => `not readable: ${String(error)}`);
    return `Window ${index + 1} was at ${page.url()}: ${state} (${picture})`;
  });
  return (await Promise.all(descriptions)).join('\n');
}

/**
 * Registers a suite that uses the built client in a real Chromium. Without Chromium the tests are reported as skipped.
 * The client does not depend on the kind of database, so a suite runs on one kind.
 * @param body registers the tests, which may use the windows and the database only while they run
 * @param databaseKind the kind of database; by default the quickest kind of this run
 */
export function describeJourneys(
  name: string,
  body: (windows: BrowserWindows, database: TestDatabase) => void,
  databaseKind: DatabaseKind = findQuickestDatabaseKind(),
): void {
  const title = chromiumPath === null ? `${name}: Chromium is not installed` : name;
  const registerSuite = (database: TestDatabase): void => {
    let browser: Browser | null = null;
    const windows: OpenedWindow[] = [];
    const closeCallbacks: BrowserWindows['closeCallbacks'] = [];
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterEach(async ({ task }) => {
      const openedWindows = windows.splice(0);
      if (task.result?.state === 'fail') {
        const description = await describeWindows(openedWindows, task.name);
        // The runner prints the errors last, so the description is not lost in a long output.
        for (const error of task.result.errors ?? []) error.message += `\n${description}`;
      }
      for (const { page } of openedWindows) await page.context().close();
      for (const close of closeCallbacks.splice(0).toReversed()) await close();
      const problems = openedWindows.flatMap((openedWindow) => openedWindow.problems);
      expect(problems, 'Something was wrong in a window').toEqual([]);
    });
    const open: BrowserWindows['open'] = async (url, size) => {
      const openedWindow = await openWindow(browser!, url, size);
      windows.push(openedWindow);
      return openedWindow;
    };
    body({ open, closeCallbacks }, database);
  };
  describe.skipIf(chromiumPath === null)('In a browser', () => {
    describeForEachDatabase(title, registerSuite, databaseKind);
  });
}

/** Registers a suite as `describeJourneys` does, on the embedded database, which a new installation has. */
export const describeEmbeddedJourneys = (
  name: string,
  body: (windows: BrowserWindows, database: TestDatabase) => void,
): void => describeJourneys(name, body, 'embedded');
