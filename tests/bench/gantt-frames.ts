import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { printResult } from './expected.ts';
import { computeQuantile } from './quantiles.ts';

/**
 * The maximum duration of drawing a frame and of any task of the page, in milliseconds (issue of planning).
 */
const MAX_FRAME_MS = 50;
/** The minimum duration of a callback that draws a frame, in milliseconds. Shorter callbacks draw nothing. */
const MIN_FRAME_MS = 0.05;

interface TraceEvent {
  readonly name: string;
  /** The duration of the event, in microseconds. */
  readonly dur?: number;
  /** The processor time of the event, in microseconds. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
}

interface RecordedPage {
  page: Page;
  browser: Browser;
  folder: string;
}

const readTrace = (path: string): TraceEvent[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] }).traceEvents;

/**
 * Records a trace while `run` runs. Prints the durations of the frames, and of all tasks on the same thread.
 */
export async function recordFrames(
  { page, browser, folder }: RecordedPage,
  label: string,
  minFrames: number,
  run: () => Promise<void>,
): Promise<void> {
  const path = join(folder, `${label}.json`);
  await browser.startTracing(page, {
    path,
    categories: ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline'],
  });
  await run();
  await browser.stopTracing();
  const events = readTrace(path);
  const frames = events.filter(
    ({ name, dur = 0 }) => name === 'FireAnimationFrame' && dur / 1000 > MIN_FRAME_MS,
  );
  if (frames.length < minFrames) throw new Error(`The trace holds ${frames.length} frames only`);
  const durations = frames.map(({ dur = 0 }) => dur / 1000);
  printResult(`${label}: drawing a frame, median`, computeQuantile(durations, 0.5), 'ms', null);
  printResult(`${label}: drawing a frame, 95 %`, computeQuantile(durations, 0.95), 'ms', null);
  printResult(`${label}: drawing a frame, longest`, Math.max(...durations), 'ms', MAX_FRAME_MS);
  const { pid, tid } = frames[0]!;
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && event.pid === pid && event.tid === tid,
  );
  const longestTask = tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur / 1000), 0);
  const longestWork = tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
  printResult(`${label}: a task of the page, longest`, longestTask, 'ms', MAX_FRAME_MS);
  printResult(`${label}: processor time of a task, longest`, longestWork, 'ms', MAX_FRAME_MS);
}
