import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Objective, Proposal } from '#shared/planning/engine/proposal.ts';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import { compareSchedules, sumScheduleFigures } from '#shared/planning/schedule-figures.ts';
import type { PlannerJob, PlannerMessage, PlannerResult } from './run-planner.ts';
import { packJson, type ComparablePlan, type StoredPlan } from './stored-plan.ts';

// This file is the program of a thread. It plans one job, and ends.

/** The shortest pause between two messages about the progress, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;
/** The search of sequences is made for this many operations at most. */
const MAX_SEQUENCED_TASKS = 3000;

/** What a thread gets: a job of the planner, or only an input to forecast. */
type ThreadData = PlannerJob & { cancelFlag: SharedArrayBuffer; isForecast?: boolean };

const {
  input,
  presentInput,
  frame,
  basis,
  passes,
  cancelFlag,
  isForecast = false,
} = workerData as ThreadData;
const flags = isForecast ? new Int32Array(1) : new Int32Array(cancelFlag);
const post = (message: PlannerMessage): void => parentPort!.postMessage(message);

const CANCELLED = new Error('The plan was cancelled');

let lastPostAt = 0;
let tried = 0;
let best: Objective | null = null;

function postProgress(): void {
  const now = performance.now();
  if (now - lastPostAt < PROGRESS_INTERVAL_MS) return;
  lastPostAt = now;
  post({ kind: 'progress', progress: { passes: tried, ofPasses: passes, objective: best } });
}

/** Plans with the search that the job asks for. @throws CANCELLED */
function planJob(): Proposal {
  return plan(input, {
    seed: 1,
    passes,
    ...(input.tasks.length <= MAX_SEQUENCED_TASKS ? { searchSequence } : {}),
    cancelled: () => {
      // The engine would still describe its best plan, which takes longer than a pass. Nobody reads a cancelled one.
      if (Atomics.load(flags, 0) !== 0) throw CANCELLED;
      tried = Math.min(passes, tried + 1);
      postProgress();
      return false;
    },
    onBetter: ({ objective, passes: passesUntilNow }) => {
      best = objective;
      tried = Math.max(tried, passesUntilNow);
      postProgress();
    },
  });
}

/** Reduces the plan that was present to the part that comparisons use, without chains and causes. */
const shortenPlan = ({ orders, machineLoad, peopleLoad }: Proposal): ComparablePlan => ({
  orders: orders.map((order) => ({ ...order, chain: [], causes: [] })),
  machineLoad,
  peopleLoad,
});

/** Sums up a plan, and packs it. */
function describeResult(proposal: Proposal): PlannerResult {
  const { last } = input;
  const before =
    last === null
      ? null
      : input.keep === 'repair' && presentInput === input
        ? proposal
        : plan({ ...presentInput, keep: 'repair' }, { seed: 1, passes: 1 });
  const comparison = before === null ? null : compareSchedules(last!, before, proposal);
  const stored: StoredPlan = { ...frame, proposal, comparison, before: before && shortenPlan(before) };
  return {
    figures: sumScheduleFigures(proposal),
    before: before && sumScheduleFigures(before),
    moved: comparison && comparison.moved.length,
    machineChanged: comparison && comparison.moved.filter((move) => move.isMachineChanged).length,
    passes: proposal.passes,
    stoppedBy: proposal.stoppedBy,
    inputHash: proposal.inputHash,
    plan: packJson(stored),
    basis: packJson(basis),
  };
}

if (isForecast) {
  const { orders, unplaced } = plan(input, { seed: 1, passes: 1 });
  post({ kind: 'forecast', forecast: { orders, unplaced } });
} else
  try {
    post({ kind: 'done', result: describeResult(planJob()) });
  } catch (error) {
    if (error !== CANCELLED) throw error;
    post({ kind: 'cancelled' });
  }
