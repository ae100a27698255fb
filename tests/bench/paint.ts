import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Page } from 'playwright';
import { formatSignedFigure } from '#boards/kit/drawing/figure.ts';
import { WireClient } from '#server/demo/wire-client.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { Wall } from '../e2e/wall.ts';
import { say } from './expected.ts';
import { LOGIN } from './installation.ts';
import { makeWorkplace } from './make-workplace.ts';
import { quantile } from './quantiles.ts';
import { withBrowser } from './with-browser.ts';
import type { Workplace } from './writers.ts';

const REPORTS = Number(process.env['MES_BENCH_PAINTS'] ?? 40);
const LIMIT_MS = 450;
/**
 * The quantity of the first report. Each further report has one piece more, so that its quantity is
 * unique on the wall.
 */
const FROM = 2001;
const WORK_MS = 61_000;
/**
 * The pause between reports. It differs from the feed interval, so reports fall at all points of
 * that interval.
 */
const PAUSE_MS = 330;
const PATIENCE_MS = 10_000;

/** Starts to record the text of the page and the time after each paint. */
async function watchPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted: { text: string; at: number }[] = [];
    Object.assign(window, { painted });
    // The timer runs after the browser has painted the change.
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        setTimeout(() => painted.push({ text: document.body.textContent, at: Date.now() })),
      ),
    ).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** Returns the time when a text was first painted, in milliseconds of the system clock. */
const paintedAt = (page: Page, text: string): Promise<number> =>
  page
    .waitForFunction(
      (wanted) =>
        (window as unknown as { painted: { text: string; at: number }[] }).painted.find((one) =>
          one.text.includes(wanted),
        )?.at ?? false,
      text,
      { timeout: PATIENCE_MS },
    )
    .then((found) => found.evaluate((at) => Number(at)));

async function committedAt(database: Client, good: number): Promise<number> {
  const { rows } = await database.query<{ at: string }>(
    'select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from work_report where good = $1',
    [good],
  );
  return Number(rows[0]!.at);
}

async function reportAll(
  page: Page,
  client: WireClient,
  database: Client,
  { processId, employeeId }: Workplace,
): Promise<number[]> {
  const took: number[] = [];
  const began = Date.now() - (REPORTS + 2) * WORK_MS;
  for (let number = 0; number < REPORTS; number++) {
    const good = FROM + number;
    const at = new Date(began + number * WORK_MS).toISOString();
    const people = [{ employeeId, ratio: 100 }];
    const { reportId } = await client.call<{ reportId: number }>(
      '/mes/report/start',
      { processId, quantity: good, people, at },
      randomUUID(),
    );
    await wait(PAUSE_MS + (number % 7) * 37);
    const ended = new Date(began + (number + 1) * WORK_MS - 1000).toISOString();
    await client.call('/mes/report/finish', { reportId, good, at: ended }, randomUUID());
    took.push(
      (await paintedAt(page, formatSignedFigure(good, DEFAULT_LANG))) - (await committedAt(database, good)),
    );
    await wait(PAUSE_MS);
  }
  return took;
}

/** Measures the time from the commit of a report until the wall paints it in Chromium. */
export const paint = (): Promise<void> =>
  withBrowser(async ({ url, browser, database, machine }) => {
    console.log(`${machine}; ${REPORTS} reports, the wall at 1920 × 1080`);
    const client = new WireClient(url);
    await client.logIn(LOGIN);
    const bench = await makeWorkplace(client, 1);
    const page = await browser.newPage({ viewport: Wall.size });
    await page.goto(url + Wall.path);
    await Wall.open(page, DEFAULT_LANG, LOGIN);
    await watchPaints(page);
    const took = await reportAll(page, client, database, bench);
    say(`commit to painted, ${took.length} reports: p50`, quantile(took, 0.5), 'ms', null);
    say('commit to painted: p95', quantile(took, 0.95), 'ms', LIMIT_MS);
  });
