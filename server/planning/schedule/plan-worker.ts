import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Objective, Proposal } from '#shared/planning/engine/proposal.ts';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import { compareSchedules, sumScheduleFigures } from '#shared/planning/schedule-figures.ts';
import type { PlannerJob, PlannerMessage } from './run-planner.ts';
import { packJson, type StoredPlan } from './stored-plan.ts';

// This file is the program of a thread. It plans one job, and ends.

/** The shortest pause between two messages about the progress, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;
/** The search of sequences is made for this many operations at most. */
const MAX_SEQUENCED_TASKS = 3000;

const { input, frame, basis, passes, cancelFlag } = workerData as PlannerJob & {
  cancelFlag: SharedArrayBuffer;
};
const flags = new Int32Array(cancelFlag);
const post = (message: PlannerMessage): void => parentPort!.postMessage(message);

let lastPostAt = 0;
let tried = 0;
let best: Objective | null = null;

function postProgress(): void {
  const now = performance.now();
  if (now - lastPostAt < PROGRESS_INTERVAL_MS) return;
  lastPostAt = now;
  post({ kind: 'progress', progress: { passes: tried, ofPasses: passes, objective: best } });
}

/** Plans with the search that the job asks for. */
function planJob(): Proposal {
  return plan(input, {
    seed: 1,
    passes,
    ...(input.tasks.length <= MAX_SEQUENCED_TASKS ? { searchSequence } : {}),
    cancelled: () => {
      tried = Math.min(passes, tried + 1);
      postProgress();
      return Atomics.load(flags, 0) !== 0;
    },
    onBetter: ({ objective, passes: passesUntilNow }) => {
      best = objective;
      tried = Math.max(tried, passesUntilNow);
      postProgress();
    },
  });
}

const proposal = planJob();
// Nobody waits for a cancelled plan.
if (Atomics.load(flags, 0) === 0) {
  const last = input.last;
  const before =
    last === null
      ? null
      : input.keep === 'repair'
        ? proposal
        : plan({ ...input, keep: 'repair' }, { seed: 1, passes: 1 });
  const comparison = before === null ? null : compareSchedules(last!, before, proposal);
  const stored: StoredPlan = { ...frame, proposal, comparison };
  post({
    kind: 'done',
    result: {
      figures: sumScheduleFigures(proposal),
      before: before && sumScheduleFigures(before),
      moved: comparison && comparison.moved.length,
      machineChanged: comparison && comparison.moved.filter((move) => move.isMachineChanged).length,
      passes: proposal.passes,
      stoppedBy: proposal.stoppedBy,
      inputHash: proposal.inputHash,
      plan: packJson(stored),
      basis: packJson(basis),
    },
  });
} else post({ kind: 'cancelled' });
