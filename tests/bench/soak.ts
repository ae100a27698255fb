import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { CDPSession, Page } from 'playwright';
import { WireClient } from '#server/demo/wire-client.ts';
import { BOARD_FORMAT_VERSION, DEFAULT_STAGE, MIN_TEXT_SIZE_PX, type Board } from '#shared/boards/board.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { logIn } from '../e2e/log-in.ts';
import { Wall } from '../e2e/wall.ts';
import { printResult } from './expected.ts';
import { BENCH_LOGIN } from './installation.ts';
import { createPersonWithOrder } from './make-workplace.ts';
import { readBrowserMemoryKb } from './process-memory.ts';
import { runWithBrowser } from './with-browser.ts';
import { createHttpWriter } from './writers.ts';

const SOAK_MINUTES = Number(process.env['MES_SOAK_MINUTES'] ?? 30);
/** If MES_SOAK_SMALL=1 is set, Chromium gets as little memory as on a cheap TV box. */
const HAS_LITTLE_MEMORY = process.env['MES_SOAK_SMALL'] === '1';
const WARM_UP_MINUTES = Math.min(5, SOAK_MINUTES / 3);
/** The rate of events, as a multiple of the usual rate in the demonstration factory. */
const EVENT_RATE_FACTOR = 20;
const WRITER_COUNT = 4;
const MAX_HEAP_GROWTH_KB = 5 * 1024;
const MIN_FRAMES_PER_SECOND = 50;
const MAX_LONG_TASK_MS = 200;
const MAX_BROWSER_KB = 1.5 * 1024 * 1024;
/** Long tasks do not count for this time after a forced garbage collection, in milliseconds. */
const COLLECTION_GRACE_MS = 2000;

/** The type and the settings of each tile, from left to right and from top to bottom. */
const TILES: readonly [type: string, settings?: Record<string, unknown>][] = [
  ['planActualToday'],
  ['orderProgress'],
  ['latestReports'],
  ['openCalls'],
  ['deviceStates'],
  ['outputByGroup'],
  ['outputByHour'],
  ['outputByPerson'],
  ['stopPareto'],
  ['figure'],
  ['outputHeatmap'],
  ['currentShift'],
  ['dayBurnUp'],
  ['deviceTimeline'],
  ['groupQueue'],
  ['processKanban'],
  ['orderFlow'],
  ['topBottomList'],
  ['orderGantt'],
  ['clock'],
  ['dueCountdown'],
  ['figure', { shownFigure: 'openCalls' }],
  ['processKanban', { cardsShow: 'workOrder' }],
  ['topBottomList', { rankedBy: 'employee' }],
];
const TILES_PER_ROW = 6;
const TILE_WIDTH = DEFAULT_STAGE.columns / TILES_PER_ROW;
const TILE_HEIGHT = DEFAULT_STAGE.rows / (TILES.length / TILES_PER_ROW);

const makeSoakBoard = (orderId: number): Board => ({
  format: BOARD_FORMAT_VERSION,
  stage: DEFAULT_STAGE,
  theme: { text: MIN_TEXT_SIZE_PX },
  variables: { order: String(orderId) },
  tiles: TILES.map(([type, settings = {}], index) => ({
    type,
    version: 1,
    settings,
    x: (index % TILES_PER_ROW) * TILE_WIDTH,
    y: Math.floor(index / TILES_PER_ROW) * TILE_HEIGHT,
    w: TILE_WIDTH,
    h: TILE_HEIGHT,
  })),
});

/** What was recorded in the page since the record was last read. */
interface PageRecord {
  frameCount: number;
  seconds: number;
  /** The duration of each long task, in milliseconds. */
  longTasks: number[];
}

/** Starts to count the frames and the long tasks of a page. */
const startRecording = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const soak = {
      frameCount: 0,
      longTasks: [] as number[],
      startedAt: performance.now(),
      ignoreUntil: 0,
      countFrame() {
        soak.frameCount += 1;
        requestAnimationFrame(soak.countFrame);
      },
    };
    Object.assign(window, { soak });
    requestAnimationFrame(soak.countFrame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime > soak.ignoreUntil) soak.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });

const readRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => {
    const { soak } = window as unknown as {
      soak: { frameCount: number; longTasks: number[]; startedAt: number };
    };
    const now = performance.now();
    const { frameCount, longTasks, startedAt } = soak;
    Object.assign(soak, { frameCount: 0, longTasks: [], startedAt: now });
    return { frameCount, longTasks, seconds: (now - startedAt) / 1000 };
  });

/** Collects garbage. @returns the size of the page's JavaScript heap afterwards, in KB */
async function readHeapKb(page: Page, devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  await page.evaluate((graceMs) => {
    const { soak } = window as unknown as { soak: { ignoreUntil: number } };
    soak.ignoreUntil = performance.now() + graceMs;
  }, COLLECTION_GRACE_MS);
  return usedSize / 1024;
}

/** Returns the number of reports in the busiest hour of the demonstration factory so far. */
async function readUsualReportsPerHour(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select max(count)::int as count from (
       select count(*) from work_report group by date_trunc('hour', started_at)) hours`,
  );
  return rows[0]!.count;
}

/** Sends reports at a steady rate until the signal is aborted. @returns the number of reports */
async function reportUntilAborted(
  stopSignal: AbortSignal,
  writers: readonly (() => Promise<void>)[],
  reportsPerHour: number,
): Promise<number> {
  const intervalMs = 3_600_000 / reportsPerHour;
  let count = 0;
  for (let dueMs = performance.now(); !stopSignal.aborted; dueMs += intervalMs) {
    await wait(Math.max(0, dueMs - performance.now()));
    await writers[count++ % writers.length]!();
  }
  return count;
}

/**
 * Shows a wall of 24 widgets in Chromium at 20 times the usual rate of events, and measures the growth of the heap, the
 * frames and the long tasks. MES_SOAK_MINUTES sets the duration; MES_SOAK_SMALL=1 limits the memory of Chromium.
 */
export const measureSoak = (): Promise<void> =>
  runWithBrowser(
    async ({ url, browser, database, machine }) => {
      const login = { ...BENCH_LOGIN, factoryCode: 'DEMO' };
      const client = new WireClient(url);
      await client.logIn(login);
      const usualReportsPerHour = await readUsualReportsPerHour(database);
      const writers = [];
      for (let writerIndex = 0; writerIndex < WRITER_COUNT; writerIndex++)
        writers.push(createHttpWriter(client, await createPersonWithOrder(client, writerIndex)));
      const { rows: orders } = await database.query<{ id: number }>(
        `select id::int from work_order where state = 'inProgress' order by id limit 1`,
      );
      const content = JSON.stringify(makeSoakBoard(orders[0]!.id));
      const board = await client.call<{ id: number }>(
        '/mes/board/add',
        { name: 'Soak', content },
        randomUUID(),
      );
      console.log(
        `${machine}; ${TILES.length} widgets, ${SOAK_MINUTES} minutes, ${EVENT_RATE_FACTOR} × ${usualReportsPerHour} reports/h and the simulator at ${EVENT_RATE_FACTOR} ×${HAS_LITTLE_MEMORY ? '; Chromium with 256 MB of heap' : ''}`,
      );

      const page = await browser.newPage({ viewport: Wall.size });
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('crash', () => problems.push('The page crashed'));
      await page.goto(`${url}/login`);
      await logIn(page, DEFAULT_LANG, login);
      await page.waitForURL(`${url}/`);
      await page.goto(`${url}/board/${board.id}`);
      await page.waitForFunction(
        (count) => document.querySelectorAll('.board-cell .tile[data-fresh="fresh"]').length === count,
        TILES.length,
        { timeout: 120_000 },
      );
      const devTools = await page.context().newCDPSession(page);
      const stopController = new AbortController();
      const reportCountPromise = reportUntilAborted(
        stopController.signal,
        writers,
        EVENT_RATE_FACTOR * usualReportsPerHour,
      );
      // The error of a report is thrown below; until then it must not count as an unhandled rejection.
      reportCountPromise.catch(() => undefined);
      const feedBefore = await database.query<{ pos: string }>('select max(pos) as pos from feed_head');

      await startRecording(page);
      await wait(WARM_UP_MINUTES * 60_000);
      const firstHeapKb = await readHeapKb(page, devTools);
      let lastHeapKb = firstHeapKb;
      await wait(COLLECTION_GRACE_MS);
      await readRecord(page);
      const frameRates: number[] = [];
      const longTasks: number[] = [];
      let peakBrowserKb = 0;
      const minuteCount = Math.max(1, Math.round(SOAK_MINUTES - WARM_UP_MINUTES));
      for (let minute = 1; minute <= minuteCount; minute++) {
        await wait(60_000);
        const record = await readRecord(page);
        const framesPerSecond = record.frameCount / record.seconds;
        frameRates.push(framesPerSecond);
        longTasks.push(...record.longTasks);
        peakBrowserKb = Math.max(peakBrowserKb, readBrowserMemoryKb());
        if (minute % 5 === 0 || minute === minuteCount) lastHeapKb = await readHeapKb(page, devTools);
        console.log(
          `  minute ${Math.round(WARM_UP_MINUTES) + minute}: ${framesPerSecond.toFixed(1)} frames/s, ${record.longTasks.length} long tasks, the longest ${Math.max(0, ...record.longTasks)} ms, heap ${(lastHeapKb / 1024).toFixed(1)} MB, browser ${Math.round(peakBrowserKb / 1024)} MB`,
        );
      }
      stopController.abort();
      const reportCount = await reportCountPromise;
      const feedAfter = await database.query<{ pos: string }>('select max(pos) as pos from feed_head');
      const staleTileCount = await page.locator('.board-cell .tile:not([data-fresh="fresh"])').count();
      const minutes = WARM_UP_MINUTES + minuteCount;
      printResult('reports of the bench', reportCount / minutes, '/min', null);
      printResult(
        'changes of the factory',
        (Number(feedAfter.rows[0]!.pos) - Number(feedBefore.rows[0]!.pos)) / minutes,
        '/min',
        null,
      );
      printResult('heap of the page after the warm-up', firstHeapKb, 'KB', null);
      printResult('growth of the heap since', lastHeapKb - firstHeapKb, 'KB', MAX_HEAP_GROWTH_KB);
      const meanFrameRate = frameRates.reduce((sum, rate) => sum + rate, 0) / frameRates.length;
      printResult('time per frame, mean', 1000 / meanFrameRate, 'ms', 1000 / MIN_FRAMES_PER_SECOND);
      printResult(
        'time per frame in the slowest minute',
        1000 / Math.min(...frameRates),
        'ms',
        1000 / MIN_FRAMES_PER_SECOND,
      );
      printResult(
        `longest of ${longTasks.length} long tasks`,
        Math.max(0, ...longTasks),
        'ms',
        MAX_LONG_TASK_MS,
      );
      printResult('memory of all processes of Chromium', peakBrowserKb, 'KB', MAX_BROWSER_KB);
      printResult('tiles that are not fresh at the end', staleTileCount, '', 0);
      printResult('errors of the page', problems.length, '', 0);
      for (const problem of problems) console.log(`  ${problem}`);
    },
    {
      serverVariables: { MES_DEMO: 'on', MES_DEMO_SPEED: String(EVENT_RATE_FACTOR) },
      ...(HAS_LITTLE_MEMORY
        ? { chromiumFlags: ['--js-flags=--max-old-space-size=256'], maxProcessKb: MAX_BROWSER_KB }
        : {}),
    },
  );
