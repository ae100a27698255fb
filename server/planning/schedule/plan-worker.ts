import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Objective, Proposal } from '#shared/planning/engine/proposal.ts';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import { compareSchedules, sumScheduleFigures } from '#shared/planning/schedule-figures.ts';
import { planPromise } from './plan-promise.ts';
import type { PlannerJob, PlannerMessage, PlannerQuestion, PlannerResult } from './planner-messages.ts';
import { packJson, type ComparablePlan, type StoredPlan } from './stored-plan.ts';

// This file is the program of a thread. It plans one job and ends, or answers questions until it is ended.

/** The shortest pause between two messages about the progress, in milliseconds. */
const PROGRESS_INTERVAL_MS = 250;
/** The search of sequences is made for this many operations at most. */
const MAX_SEQUENCED_TASKS = 3000;

/** How long the plans of a promise are improved, in milliseconds, because a person waits for it. */
const PROMISE_SEARCH_MS = 500;

type PlanJob = PlannerJob & { cancelFlag: SharedArrayBuffer };

const post = (message: PlannerMessage): void => parentPort!.postMessage(message);

const CANCELLED = new Error('The plan was cancelled');

/** Plans with the search that the job asks for. @throws CANCELLED */
function planJob({ input, passes, cancelFlag }: PlanJob): Proposal {
  const flags = new Int32Array(cancelFlag);
  let lastPostAt = 0;
  let tried = 0;
  let best: Objective | null = null;
  const postProgress = (): void => {
    const now = performance.now();
    if (now - lastPostAt < PROGRESS_INTERVAL_MS) return;
    lastPostAt = now;
    post({ kind: 'progress', progress: { passes: tried, ofPasses: passes, objective: best } });
  };
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
function describeResult({ input, presentInput, frame, basis }: PlanJob, proposal: Proposal): PlannerResult {
  const { last } = input;
  const before =
    last === null
      ? null
      : input.keep === 'repair' && presentInput === input
        ? proposal
        : plan({ ...presentInput, keep: 'repair' }, { seed: 1, passes: 1, skipsInputHash: true });
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
