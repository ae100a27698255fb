import type { Page } from 'playwright';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start/start-server.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { logIn } from '../e2e/log-in.ts';
import { printResult } from './expected.ts';
import {
  CHART_VALUES,
  CHARTED_CHARACTERISTIC,
  CHARTED_PART,
  EXCEPTION_COUNT,
  fillQuality,
  VALUE_COUNT,
} from './fill-quality.ts';
import { BENCH_LOGIN, makeServerEnvironment } from './installation.ts';
import { measureCalls, type MeasuredCall } from './measure-calls.ts';
import { computeMedian } from './quantiles.ts';
import { runWithBrowser, type InstallationWithBrowser } from './with-browser.ts';

const CALL_COUNT = Number(process.env['MES_BENCH_CALLS'] ?? 30);
const WARM_UP_CALLS = 100;
const VIEW_COUNT = Number(process.env['MES_BENCH_VIEWS'] ?? 10);
const WARM_UP_VIEWS = 2;
/** The maximum time from the answer to the query of the charts until the charts are painted, in milliseconds. */
const MAX_CHART_MS = 300;
const TIMEOUT_MS = 30_000;

const MEASURED_PAGES: readonly MeasuredCall[] = [
  {
    name: 'exceptions, newest first',
    path: '/mes/quality/exception/page',
    fields: { sort: '-raisedAt', limit: 100 },
  },
  {
    name: 'exceptions that contain a text',
    path: '/mes/quality/exception/page',
    fields: { sort: '-raisedAt', search: '0123', limit: 100 },
  },
  {
    name: 'inspections, newest first',
    path: '/mes/quality/testing/page',
    fields: { sort: '-id', limit: 100 },
  },
];

/** Other measured calls. The requirements name no limits for these calls. */
const OTHER_CALLS: readonly MeasuredCall[] = [
  { name: 'exceptions that wait', path: '/mes/quality/overview', fields: {} },
  { name: 'parts of control charts', path: '/mes/quality/testing/spc/parts', fields: {} },
  {
    name: 'history of a part code',
    path: '/mes/quality/testing/history',
    fields: { partCode: CHARTED_PART },
  },
  { name: 'inspections that are due', path: '/mes/quality/testing/due', fields: {} },
];

/** The duration of the chart's query in the browser, and the time from its answer until the chart is painted, in ms. */
interface ChartView {
  queryMs: number;
  chartMs: number;
}

/**
 * Opens the control charts of a period within the application, and measures the query and the painting.
 * @param path the address, with another period in each call, because the client does not repeat an equal
 * query
 */
const openControlChart = (page: Page, path: string): Promise<ChartView> =>
  page.evaluate(
    ({ address, expectedCount, timeoutMs }) =>
      new Promise<ChartView>((resolve, reject) => {
        performance.clearResourceTimings();
        const timer = setTimeout(() => reject(new Error('The chart did not appear')), timeoutMs);
        const observer = new MutationObserver(() => {
          const chart = document.querySelector('.control-chart .control-line');
          if (!chart?.getAttribute('d') || !document.body.textContent.includes(expectedCount)) return;
          const answer = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.endsWith('/mes/quality/testing/spc')) as PerformanceResourceTiming;
          if (!answer?.responseEnd) return;
          observer.disconnect();
          clearTimeout(timer);
          requestAnimationFrame(() =>
            setTimeout(() =>
              resolve({
                queryMs: answer.responseEnd - answer.startTime,
                chartMs: performance.now() - answer.responseEnd,
              }),
            ),
          );
        });
        observer.observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        });
        history.pushState({}, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }),
    { address: path, expectedCount: CHART_VALUES.toLocaleString('en-US'), timeoutMs: TIMEOUT_MS },
  );

async function measureControlChart({ browser, url }: InstallationWithBrowser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  try {
    await page.goto(`${url}/login`);
    await logIn(page, DEFAULT_LANG, BENCH_LOGIN);
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    const views: ChartView[] = [];
    for (let view = 0; view < WARM_UP_VIEWS + VIEW_COUNT; view += 1) {
      const from = new Date(Date.now() - (60 + view) * 86_400_000).toISOString().slice(0, 10);
      const query = new URLSearchParams({
        part: CHARTED_PART,
        characteristic: CHARTED_CHARACTERISTIC,
        from,
        to: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      });
      const chartView = await openControlChart(page, `/quality/testing/spc?${query}`);
      if (view >= WARM_UP_VIEWS) views.push(chartView);
      await page.evaluate(() => {
        history.pushState({}, '', '/quality/testing');
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      });
      await page.waitForFunction(() => !document.querySelector('.control-chart'));
    }
    printResult('control chart: its query', computeMedian(views.map(({ queryMs }) => queryMs)), 'ms', null);
    printResult(
      'control chart: painted after the answer',
      computeMedian(views.map(({ chartMs }) => chartMs)),
      'ms',
      MAX_CHART_MS,
    );
  } finally {
    await page.close();
  }
}

/** Measures lists, calls and control charts of a factory with many exceptions and measured values. */
export async function measureQuality(): Promise<void> {
  await runWithBrowser(async (installation) => {
    const { database, databaseUrl, folder, machine } = installation;
    console.log(
      `${machine}; ${EXCEPTION_COUNT} exceptions, ${VALUE_COUNT} measured values, ${CALL_COUNT} calls each`,
    );
    await fillQuality(database);
    const environment = makeServerEnvironment(databaseUrl, folder);
    const server = await startServer(readConfig({ ...environment, PORT: '0', HOST: '127.0.0.1' }));
    try {
      await measureCalls(server, databaseUrl, [...MEASURED_PAGES, ...OTHER_CALLS], {
        warmUpCount: WARM_UP_CALLS,
        count: CALL_COUNT,
      });
    } finally {
      await server.close();
    }
    await measureControlChart(installation);
  });
}
