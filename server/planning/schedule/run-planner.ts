import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ScheduleProgress } from '#shared/answers/schedule.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { PlannedPromise } from './plan-promise.ts';
import { askThread, MEMORY_LIMITS } from './question-threads.ts';
import type { Forecast, PlannerJob, PlannerMessage, PlannerResult } from './planner-messages.ts';

/** A running computation of a plan in a thread. */
export interface PlannerRun {
  /** The result; null if the computation was cancelled. The promise is rejected if the thread dies. */
  readonly result: Promise<PlannerResult | null>;
  /**
   * Cancels the computation. The thread stops before its next pass, or is terminated after CANCEL_TIMEOUT_MS.
   */
  readonly cancel: () => void;
}

/** How long a cancelled thread may continue, in milliseconds. */
const CANCEL_TIMEOUT_MS = 5000;

/** Returns the program of the thread: the bundled program, or the source if the server is not bundled. */
function findWorkerProgram(): URL {
  const bundledProgram = new URL('plan-worker.js', import.meta.url);
  return existsSync(bundledProgram) ? bundledProgram : new URL('plan-worker-source.mjs', import.meta.url);
}

/**
 * Computes a plan in its own thread.
 * @param program the program of the thread; tests replace it
 */
export function runPlanner(
  job: PlannerJob,
  onProgress: (progress: ScheduleProgress) => void,
  program: URL = findWorkerProgram(),
): PlannerRun {
  const cancelFlag = new SharedArrayBuffer(4);
  const worker = new Worker(program, {
    workerData: { ...job, cancelFlag },
    resourceLimits: MEMORY_LIMITS,
  });
  let cancelTimer: NodeJS.Timeout | null = null;
  let isCancelled = false;
  const result = new Promise<PlannerResult | null>((done, fail) => {
    worker.on('message', (message: PlannerMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else done(message.kind === 'done' ? message.result : null);
    });
    worker.once('error', fail);
    worker.once('exit', (code) =>
      isCancelled ? done(null) : fail(new Error(`The thread of the planner ended (${code})`)),
    );
  }).finally(() => {
    if (cancelTimer) clearTimeout(cancelTimer);
    return worker.terminate();
  });
  return {
    result,
    cancel: () => {
      if (isCancelled) return;
      isCancelled = true;
      Atomics.store(new Int32Array(cancelFlag), 0, 1);
      cancelTimer = setTimeout(() => void worker.terminate(), CANCEL_TIMEOUT_MS);
    },
  };
}

/**
 * Computes a single plan in a thread. The answer contains all orders, but only those operations that cannot be placed.
 * @param program the program of the thread; tests replace it
 */
export const runForecast = (input: PlanInput, program: URL = findWorkerProgram()): Promise<Forecast> =>
  askThread({ kind: 'forecast', input }, program);

/** Plans an order into the gaps of the present plan, in a thread. */
export const runPromisePlanning = (input: PlanInput, orderId: number): Promise<PlannedPromise> =>
  askThread({ kind: 'promise', input, orderId }, findWorkerProgram());
