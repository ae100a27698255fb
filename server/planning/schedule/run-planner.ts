import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ScheduleFigures, ScheduleProgress } from '#shared/answers/schedule.ts';
import type { PlannedOrder, StoppedBy, Unplaced } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { StoredBasis } from './compare-basis.ts';
import type { PlanFrame } from './stored-plan.ts';

/** What the thread of the planner gets. */
export interface PlannerJob {
  input: PlanInput;
  /** The input with which the present plan is continued. It does not have the changes of a scenario. */
  presentInput: PlanInput;
  frame: PlanFrame;
  basis: StoredBasis;
  /** How many plans may be tried. */
  passes: number;
}

/** What a plan came to; the plan and its basis are packed. */
export interface PlannerResult {
  figures: ScheduleFigures;
  before: ScheduleFigures | null;
  moved: number | null;
  machineChanged: number | null;
  passes: number;
  stoppedBy: StoppedBy;
  inputHash: string;
  plan: Uint8Array;
  basis: Uint8Array;
}

/** The forecast of a plan: when orders are ready, and which operations cannot be placed. */
export interface Forecast {
  orders: readonly PlannedOrder[];
  unplaced: readonly Unplaced[];
}

/** What the thread of the planner tells. */
export type PlannerMessage =
  | { kind: 'progress'; progress: ScheduleProgress }
  | { kind: 'done'; result: PlannerResult }
  | { kind: 'forecast'; forecast: Forecast }
  | { kind: 'cancelled' };

/** A plan that a thread computes. */
export interface PlannerRun {
  /** The plan; null if it was cancelled. It fails if the thread dies. */
  readonly result: Promise<PlannerResult | null>;
  /** Asks the thread to stop. It stops before its next pass, or is ended soon after. */
  readonly cancel: () => void;
}

/** How long a cancelled thread may go on, in milliseconds. */
const CANCEL_TIMEOUT_MS = 5000;
/** How long a forecast may take, in milliseconds. */
const FORECAST_TIMEOUT_MS = 60_000;
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1536 };

/** Returns the program of the thread: the bundled one, or the source. */
function findWorkerProgram(): URL {
  const bundled = new URL('plan-worker.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('plan-worker-source.mjs', import.meta.url);
}

/**
 * Computes a plan in a thread of its own.
 * @param program the program of the thread; tests exchange it
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
 * Plans once in a thread of its own. The answer has only the orders and what is not placed.
 * @param program the program of the thread; tests replace it
 */
export async function runForecast(input: PlanInput, program: URL = findWorkerProgram()): Promise<Forecast> {
  const worker = new Worker(program, {
    workerData: { input, isForecast: true },
    resourceLimits: MEMORY_LIMITS,
  });
  let timer: NodeJS.Timeout | null = null;
  try {
    return await new Promise<Forecast>((done, fail) => {
      timer = setTimeout(() => fail(new Error('The forecast took too long')), FORECAST_TIMEOUT_MS);
      worker.once('message', (message: PlannerMessage) => {
        if (message.kind === 'forecast') done(message.forecast);
      });
      worker.once('error', fail);
      worker.once('exit', (code) => fail(new Error(`The thread of the forecast ended (${code})`)));
    });
  } finally {
    if (timer) clearTimeout(timer);
    await worker.terminate();
  }
}
