import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Page } from 'playwright';
import { formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { Wall } from '../e2e/wall.ts';
import { printResult } from './expected.ts';
import { BENCH_LOGIN } from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { computeQuantile } from './quantiles.ts';
import { runWithBrowser } from './with-browser.ts';
import type { Workplace } from './writers.ts';

const REPORT_COUNT = Number(process.env['MES_BENCH_PAINTS'] ?? 40);
const MAX_PAINT_DELAY_MS = 450;
/**
 * The quantity of the first report. Each further report has one piece more, so that the wall shows each quantity only
 * once.
 */
const FIRST_QUANTITY = 2001;
const REPORT_DURATION_MS = 61_000;
/**
 * The minimum pause between two calls. It is no multiple of the 250 ms after which the server recomputes a board, so
 * that the calls fall at all points of that interval.
 */
const REPORT_PAUSE_MS = 330;
const PAINT_TIMEOUT_MS = 10_000;

/** Starts to record the page's text and the time whenever a change of the page has been painted. */
async function startRecordingPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paintRecords: { text: string; at: number }[] = [];
    Object.assign(window, { painted: paintRecords });
    // The timer runs after the browser has painted the change.
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        setTimeout(() => paintRecords.push({ text: document.body.textContent, at: Date.now() })),
      ),
    ).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** Returns the time when a text was first painted, in milliseconds of the system clock. */
const waitForPaintTime = (page: Page, text: string): Promise<number> =>
  page
    .waitForFunction(
      (expectedText) =>
        (window as unknown as { painted: { text: string; at: number }[] }).painted.find((record) =>
          record.text.includes(expectedText),
        )?.at ?? false,
      text,
      { timeout: PAINT_TIMEOUT_MS },
    )
    .then((handle) => handle.evaluate((at) => Number(at)));

async function readReportCommitTime(database: Client, good: number): Promise<number> {
  const { rows } = await database.query<{ at: string }>(
    'select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from work_report where good = $1',
    [good],
  );
  return Number(rows[0]!.at);
}

async function measurePaintDelays(
  page: Page,
  client: WireClient,
  database: Client,
  { processId, employeeId }: Workplace,
): Promise<number[]> {
  const delaysMs: number[] = [];
  const firstStartMs = Date.now() - (REPORT_COUNT + 2) * REPORT_DURATION_MS;
  for (let number = 0; number < REPORT_COUNT; number++) {
    const good = FIRST_QUANTITY + number;
    const at = new Date(firstStartMs + number * REPORT_DURATION_MS).toISOString();
    const people = [{ employeeId, ratio: 100 }];
    const { reportId } = await client.call<{ reportId: number }>(
      '/mes/report/start',
      { processId, quantity: good, people, at },
      randomUUID(),
    );
    await wait(REPORT_PAUSE_MS + (number % 7) * 37);
    const endedAt = new Date(firstStartMs + (number + 1) * REPORT_DURATION_MS - 1000).toISOString();
    await client.call('/mes/report/finish', { reportId, good, at: endedAt }, randomUUID());
    delaysMs.push(
      (await waitForPaintTime(page, formatSignedFigure(good, DEFAULT_LANG))) -
        (await readReportCommitTime(database, good)),
    );
    await wait(REPORT_PAUSE_MS);
  }
  return delaysMs;
}

/** Measures the time from the commit of a report until the wall paints it in Chromium. */
export const measurePaint = (): Promise<void> =>
  runWithBrowser(async ({ url, browser, database, machine }) => {
    console.log(`${machine}; ${REPORT_COUNT} reports, the wall at 1920 × 1080`);
    const client = new WireClient(url);
    await client.logIn(BENCH_LOGIN);
    const workplace = await createPersonWithOrder(client, 1);
    const page = await browser.newPage({ viewport: Wall.size });
    await page.goto(url + Wall.path);
    await Wall.open(page, DEFAULT_LANG, BENCH_LOGIN);
    await startRecordingPaints(page);
    const delaysMs = await measurePaintDelays(page, client, database, workplace);
    printResult(
      `commit to painted, ${delaysMs.length} reports: p50`,
      computeQuantile(delaysMs, 0.5),
      'ms',
      null,
    );
    printResult('commit to painted: p95', computeQuantile(delaysMs, 0.95), 'ms', MAX_PAINT_DELAY_MS);
  });
