import { compilePlanInput } from '#shared/planning/engine/compile.ts';
import { makeInitialState } from '#shared/planning/engine/initial-state.ts';
import { computeNeedBy } from '#shared/planning/engine/need-by.ts';
import { compareObjectives, computeObjective } from '#shared/planning/engine/objective.ts';
import { Placer } from '#shared/planning/engine/place.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Objective } from '#shared/planning/engine/proposal.ts';
import { listRuleKeys } from '#shared/planning/engine/rules.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import { printResult } from './expected.ts';
import { makeWorkshop } from './make-workshop.ts';

const TASK_COUNT = 20_000;
const MACHINE_COUNT = 40;
const LOADS = [1, 1.05, 1.2, 1.4];
const REPEATS = 7;
const MEGABYTE = 1_048_576;
const DAY = 1440;
/** The maximum durations (design of the planning engine), in milliseconds. */
const MAX_PLACEMENT_MS = 80;
const MAX_REPLAN_MS = 2000;
const MAX_CANCEL_MS = 100;
const MAX_HEAP_MB = 300;
/**
 * The maximum weighted tardiness after 30 passes, divided by that of the best rule: the mean of all loads, and the
 * value for each load.
 */
const MAX_MEAN_RATIO = 0.8;
const MAX_RATIO = 1;

/**
 * Returns the duration of the fastest run, in milliseconds. Other work on the machine only makes runs slower.
 */
function measureFastest(run: () => unknown): number {
  let fastestMs = Infinity;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = performance.now();
    run();
    fastestMs = Math.min(fastestMs, performance.now() - start);
  }
  return fastestMs;
}

const makeInput = (load: number, withPeople: boolean): PlanInput =>
  makeWorkshop({ seed: 1, taskCount: TASK_COUNT, machineCount: MACHINE_COUNT, load, withPeople });

function measurePlacement(withPeople: boolean): void {
  const input = makeInput(1.05, withPeople);
  const compiled = compilePlanInput(input);
  const options = {
    initialState: makeInitialState(compiled, null),
    lastPlan: null,
    keepsMachines: false,
    fixedChoices: null,
  };
  const placer = new Placer(compiled);
  const suffix = withPeople ? ', with people' : '';
  const duration = measureFastest(() => placer.place(computeNeedBy(compiled).start, options));
  printResult(`need-by, list and placement of 20,000${suffix}`, duration, 'ms', MAX_PLACEMENT_MS);
}

/** Plans the input once by each placement rule, and returns the best objective that a rule reaches. */
function findBestRule(input: PlanInput): Objective {
  const compiled = compilePlanInput(input);
  const options = {
    initialState: makeInitialState(compiled, null),
    lastPlan: null,
    keepsMachines: false,
    fixedChoices: null,
  };
  const placer = new Placer(compiled);
  return listRuleKeys(compiled, computeNeedBy(compiled))
    .map((keys) => computeObjective(compiled, placer.place(keys, options)))
    .reduce((best, objective) => (compareObjectives('tardiness', objective, best) < 0 ? objective : best));
}

/** Compares 30 passes with the best single rule, for each load. */
function measureKeySearch(): void {
  const ratios = LOADS.map((load) => {
    const input = makeInput(load, false);
    const ruleTardiness = findBestRule(input).tardiness;
    const ratio =
      ruleTardiness === 0 ? 1 : plan(input, { seed: 1, passes: 30 }).objective.tardiness / ruleTardiness;
    printResult(`tardiness after 30 passes, load ${load}, of the best rule`, ratio, '', MAX_RATIO);
    return ratio;
  });
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  printResult('the same, mean', mean, '', MAX_MEAN_RATIO);
}

/**
 * Plans a workshop again after a machine has broken down for three days: by repair, in the same order, and
 * afresh.
 */
function measureReplanning(): void {
  const input = makeInput(1.05, true);
  const firstProposal = plan(input, { seed: 1, passes: 30 });
  const booking = { machine: 1, from: input.now, until: input.now + 3 * DAY };
  const inputWithBreakdown: PlanInput = { ...input, last: firstProposal.placed, bookings: [booking] };
  const lastByTask = new Map(firstProposal.placed.map((placed) => [placed.task, placed]));
  for (const keep of ['repair', 'order', 'afresh'] as const) {
    const start = performance.now();
    const newProposal = plan({ ...inputWithBreakdown, keep }, { seed: 1, passes: 30 });
    const duration = performance.now() - start;
    const limit = keep === 'afresh' ? null : MAX_REPLAN_MS;
    printResult(`re-planning 20,000 after a breakdown: ${keep}, with chains`, duration, 'ms', limit);
    const ratio = newProposal.objective.tardiness / firstProposal.objective.tardiness;
    printResult('  its tardiness, of that before', ratio, '', null);
    const changed = newProposal.placed.filter(
      ({ task, machine }) => machine !== lastByTask.get(task)?.machine,
    );
    printResult('  operations on another machine', (100 * changed.length) / TASK_COUNT, '%', null);
  }
}

/** Measures how long a run continues after it is abandoned: the longest time between two checks. */
function measureCancelling(): void {
  const input = makeInput(1.05, true);
  let maxHeap = 0;
  let shortestMs = Infinity;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    let longestMs = 0;
    let lastTime = performance.now();
    const recordTime = (): void => {
      const now = performance.now();
      longestMs = Math.max(longestMs, now - lastTime);
      lastTime = now;
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      maxHeap = Math.max(maxHeap, heapUsed + arrayBuffers);
    };
    const isAbandoned = (): boolean => {
      recordTime();
      return false;
    };
    plan(input, { seed: 1, passes: 10, isAbandoned });
    recordTime();
    shortestMs = Math.min(shortestMs, longestMs);
  }
  printResult(
    'the longest time in which a run does not look whether to end',
    shortestMs,
    'ms',
    MAX_CANCEL_MS,
  );
  printResult('heap at 20,000 operations', maxHeap / MEGABYTE, 'MB', MAX_HEAP_MB);
}

/** Measures the planning engine on generated workshops. */
export function measurePlanning(): Promise<void> {
  measurePlacement(false);
  measurePlacement(true);
  measureKeySearch();
  measureReplanning();
  measureCancelling();
  return Promise.resolve();
}
