import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Objective, Proposal } from '#shared/planning/engine/proposal.ts';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import { compareSchedules, sumScheduleFigures } from '#shared/planning/schedule-figures.ts';
import { planPromise } from './plan-promise.ts';
import type { PlannerJob, PlannerMessage, PlannerQuestion, PlannerResult } from './planner-messages.ts';
import { packJson, type ComparablePlan, type StoredPlan } from './stored-plan.ts';

// This file is the program of a thread. The thread computes one plan and ends, or answers questions until it
// is terminated.

/** The minimum interval between two progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;
/** The maximum number of operations for which sequences are searched. */
const MAX_SEQUENCED_TASKS = 3000;

/**
 * How long the plan for a promise is improved, in milliseconds. The time is short, because a person waits for
 * the answer.
 */
const PROMISE_SEARCH_MS = 500;

type PlanJob = PlannerJob & { cancelFlag: SharedArrayBuffer };

const post = (message: PlannerMessage): void => parentPort!.postMessage(message);

const CANCELLED = new Error('The plan was cancelled');

/**
 * Computes a plan with the search that the job requests.
 * @throws CANCELLED
 */
function planJob({ input, passes, cancelFlag }: PlanJob): Proposal {
  const flags = new Int32Array(cancelFlag);
  let lastPostAt = 0;
  let passCount = 0;
  let bestObjective: Objective | null = null;
  const postProgress = (): void => {
    const now = performance.now();
    if (now - lastPostAt < PROGRESS_INTERVAL_MS) return;
    lastPostAt = now;
    post({ kind: 'progress', progress: { passes: passCount, ofPasses: passes, objective: bestObjective } });
  };
  return plan(input, {
    seed: 1,
    passes,
    ...(input.tasks.length <= MAX_SEQUENCED_TASKS ? { searchSequence } : {}),
    isCancelled: () => {
      // The error ends the engine at once. If this function returned true, the engine would still describe its best
      // plan, which takes longer than a pass and which nobody reads.
      if (Atomics.load(flags, 0) !== 0) throw CANCELLED;
      passCount = Math.min(passes, passCount + 1);
      postProgress();
      return false;
    },
    onBetter: ({ objective, passes: passesUntilNow }) => {
      bestObjective = objective;
      passCount = Math.max(passCount, passesUntilNow);
      postProgress();
    },
  });
}

/** Reduces the present plan to the fields that comparisons use. Chains and causes become empty. */
const shortenPlan = ({ orders, machineLoad, peopleLoad }: Proposal): ComparablePlan => ({
  orders: orders.map((order) => ({ ...order, chain: [], causes: [] })),
  machineLoad,
  peopleLoad,
});

/** Computes the figures of a plan, compares it with the present plan, and packs it. */
function describeResult({ input, presentInput, frame, basis }: PlanJob, proposal: Proposal): PlannerResult {
  const { last: lastPlaces } = input;
  const before =
    lastPlaces === null
      ? null
      : input.keep === 'repair' && presentInput === input
        ? proposal
        : plan({ ...presentInput, keep: 'repair' }, { seed: 1, passes: 1, skipsInputHash: true });
  const comparison = before === null ? null : compareSchedules(lastPlaces!, before, proposal);
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

function answerQuestion(json: string): void {
  const question = JSON.parse(json) as PlannerQuestion;
  if (question.kind === 'forecast') {
    const { orders, unplaced } = plan(question.input, { seed: 1, passes: 1, skipsInputHash: true });
    post({ kind: 'answer', answer: { orders, unplaced } });
  } else {
    const until = performance.now() + PROMISE_SEARCH_MS;
    const isTimeOver = (): boolean => performance.now() > until;
    post({ kind: 'answer', answer: planPromise(question.input, question.orderId, isTimeOver) });
  }
}

function runJob(job: PlanJob): void {
  try {
    post({ kind: 'done', result: describeResult(job, planJob(job)) });
  } catch (error) {
    if (error !== CANCELLED) throw error;
    post({ kind: 'cancelled' });
  }
}

const data = workerData as { isForQuestions: true } | PlanJob;
if ('isForQuestions' in data) parentPort!.on('message', answerQuestion);
else runJob(data);
