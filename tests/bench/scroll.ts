import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { translateTerm } from '#shared/terms/index.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import { logIn } from '../e2e/log-in.ts';
import { printResult } from './expected.ts';
import { fillOrdersAndReports, ROW_COUNT } from './fill-lists.ts';
import { BENCH_LOGIN } from './installation.ts';
import { runWithBrowser } from './with-browser.ts';

const VIEWPORT_SIZE = { width: 1920, height: 1080 };
/** The number of turns of the mouse wheel. */
const WHEEL_TURN_COUNT = 60;
/** How far one turn scrolls, in pixels: so far that the list moves faster than a person can read. */
const WHEEL_TURN_PX = 400;
const TURN_PAUSE_MS = 16;
const ROW_HEIGHT_PX = 36;

/** Reads the screenshots of a trace file. @returns JPEG images in base64 */
function readScreenshots(tracePath: string): string[] {
  const { traceEvents } = JSON.parse(readFileSync(tracePath, 'utf8')) as {
    traceEvents: { name: string; args?: { snapshot?: string } }[];
  };
  return traceEvents
    .filter(({ name }) => name === 'Screenshot')
    .flatMap(({ args }) => (args?.snapshot ? [args.snapshot] : []));
}

interface ScreenArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Counts the empty rows of the list in each screenshot. A row is empty if it shows no text. */
const countEmptyRows = (page: Page, pictures: readonly string[], area: ScreenArea): Promise<number[]> =>
  page.evaluate(
    async ({ pictures: screenshots, area: listArea, desk: viewport, row: rowHeight }) => {
      const emptyRowCounts: number[] = [];
      for (const screenshot of screenshots) {
        const image = new Image();
        image.src = `data:image/jpeg;base64,${screenshot}`;
        await image.decode();
        const scale = image.width / viewport.width;
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d', { willReadFrequently: true })!;
        context.drawImage(image, 0, 0);
        let emptyRowCount = 0;
        // The loop leaves out the last rows, because they may be cut off.
        for (let top = listArea.y; top + 2 * rowHeight < listArea.y + listArea.height; top += rowHeight) {
          const height = Math.max(1, Math.floor(rowHeight * scale));
          const { data } = context.getImageData(
            listArea.x * scale,
            top * scale,
            listArea.width * scale,
            height,
          );
          let minValue = 255;
          let maxValue = 0;
          for (let pixel = 1; pixel < data.length; pixel += 4) {
            minValue = Math.min(minValue, data[pixel]!);
            maxValue = Math.max(maxValue, data[pixel]!);
          }
          if (maxValue - minValue < 40) emptyRowCount += 1;
        }
        emptyRowCounts.push(emptyRowCount);
      }
      return emptyRowCounts;
    },
    { pictures, area, desk: VIEWPORT_SIZE, row: ROW_HEIGHT_PX },
  );

/**
 * Scrolls the list of work orders in Chromium, records a trace, and checks the screenshots in the trace for empty rows.
 */
export const measureScroll = (): Promise<void> =>
  runWithBrowser(async ({ url, browser, database, machine, folder }) => {
    console.log(
      `${machine}; ${ROW_COUNT} orders, ${WHEEL_TURN_COUNT} turns of the wheel of ${WHEEL_TURN_PX} px`,
    );
    await fillOrdersAndReports(database);
    const page = await browser.newPage({ viewport: VIEWPORT_SIZE });
    await page.goto(`${url}/order`);
    await logIn(page, DEFAULT_LANG, BENCH_LOGIN);
    const table = page.getByRole('table', { name: translateTerm(DEFAULT_LANG, 'workOrders') });
    await table.getByRole('link').first().waitFor();
    const area = (await page.locator('.data-table').boundingBox())!;
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);

    const tracePath = join(folder, 'scroll.json');
    await browser.startTracing(page, { path: tracePath, screenshots: true });
    for (let turn = 0; turn < WHEEL_TURN_COUNT; turn++) {
      await page.mouse.wheel(0, turn % 20 < 10 ? WHEEL_TURN_PX : -WHEEL_TURN_PX);
      await page.waitForTimeout(TURN_PAUSE_MS);
    }
    await browser.stopTracing();
    // The measured area begins below the table header. It covers the columns in which every row has text.
    const rowsArea = {
      x: area.x,
      y: area.y + ROW_HEIGHT_PX,
      width: 500,
      height: area.height - ROW_HEIGHT_PX,
    };
    const emptyRowCounts = await countEmptyRows(page, readScreenshots(tracePath), rowsArea);
    if (emptyRowCounts.length < WHEEL_TURN_COUNT / 4)
      throw new Error(`The trace holds ${emptyRowCounts.length} pictures only`);
    const gapScreenshotCount = emptyRowCounts.filter((emptyRowCount) => emptyRowCount > 0).length;
    printResult(
      `pictures of the trace, ${emptyRowCounts.length}: with an empty row`,
      gapScreenshotCount,
      '',
      0,
    );
  });
