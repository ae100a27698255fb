import { NEVER } from './calendar.ts';
import { type Compiled, FREE } from './compile.ts';
import { listConflicts } from './conflicts.ts';
import { divideLateness, explainEnd, findLastTasks, Queues } from './explain.ts';
import type { InitialState } from './initial-state.ts';
import { sumMachineLoad, sumPeopleLoad } from './load.ts';
import type { NeedBy } from './need-by.ts';
import type {
  ThrowIfAbandoned,
  Objective,
  Placed,
  PlannedOrder,
  Proposal,
  StoppedBy,
  Unplaced,
} from './proposal.ts';
import { BOUND, BOUND_KINDS, UNPLACED_REASONS, type Schedule } from './schedule.ts';

/** The best plan of a run, and how the run ended. */
export interface Outcome {
  readonly schedule: Schedule;
  readonly objective: Objective;
  readonly passes: number;
  readonly stoppedBy: StoppedBy;
  readonly inputHash: string;
  /** The same as `PlanRun.explainedOrder`. */
  readonly explainedOrder: number | null;
}

/** How many orders or tasks are described between two checks whether the run is abandoned. */
const ORDERS_PER_CHECK = 50;
const TASKS_PER_CHECK = 1000;

const getId = ({ tasks }: Compiled, task: number): number | null => (task < 0 ? null : tasks[task]!.id);

function describePlaced(
  compiled: Compiled,
  schedule: Schedule,
  needBy: NeedBy,
  queues: Queues,
  task: number,
): Placed {
  const machine = compiled.machineChoices.machine[schedule.choice[task]!]!;
  const lane = schedule.lane[task]!;
  const bound = schedule.bound[task]!;
  const boundTask =
    bound === BOUND.machine
      ? queues.findTaskEndingAt(lane, schedule.position[task]!)
      : bound === BOUND.predecessor || bound === BOUND.transfer
        ? schedule.readyTask[task]!
        : -1;
  return {
    task: compiled.tasks[task]!.id,
    machine: machine < 0 ? null : compiled.machines[machine]!.id,
    lane: machine < 0 ? 0 : lane - compiled.laneFrom[machine]!,
    start: schedule.start[task]!,
    end: schedule.end[task]!,
    needBy: needBy.isDated[task] === 1 ? needBy.end[task]! : null,
    ready: schedule.readyTime[task]!,
    bound: { kind: BOUND_KINDS[bound]!, task: getId(compiled, boundTask) },
  };
}

/**
 * Finds out why a task is not placed. A task that follows a cycle was never tried, so its reason is that its
 * predecessor is not placed.
 */
function describeUnplaced(compiled: Compiled, schedule: Schedule, taskIndex: number): Unplaced {
  const id = compiled.tasks[taskIndex]!.id;
  const reason =
    compiled.unplacedReasons[taskIndex] ??
    (compiled.hold[taskIndex] === FREE
      ? UNPLACED_REASONS[schedule.unplacedReason[taskIndex]!]
      : 'beyondHorizon') ??
    'predecessorUnplaced';
  if (reason !== 'predecessorUnplaced') return { task: id, reason, predecessor: null };
  const { from, task: predecessors } = compiled.predecessors;
  const predecessor = predecessors
    .subarray(from[taskIndex]!, from[taskIndex + 1]!)
    .find((candidate) => schedule.choice[candidate]! < 0);
  return { task: id, reason, predecessor: getId(compiled, predecessor ?? -1) };
}

function describeOrders(
  compiled: Compiled,
  schedule: Schedule,
  queues: Queues,
  explainedOrder: number | null,
  throwIfAbandoned: ThrowIfAbandoned,
): PlannedOrder[] {
  const { orders, orderOfTask, dueOfOrder } = compiled;
  const hasUnplaced = new Uint8Array(orders.length);
  for (let task = 0; task < schedule.choice.length; task++)
    if (schedule.choice[task]! < 0 && orderOfTask[task]! >= 0) hasUnplaced[orderOfTask[task]!] = 1;
  const lastTasks = findLastTasks(compiled, schedule);
  return orders.map(({ id }, order) => {
    const lastTask = lastTasks[order]!;
    if (lastTask < 0) return { id, end: null, lateBy: 0, chain: [], causes: [] };
    const end = schedule.end[lastTask]!;
    const due = dueOfOrder[order]!;
    const shownEnd = hasUnplaced[order] === 1 ? null : end;
    const isOnTime = due === NEVER || end <= due;
    if (isOnTime && id !== explainedOrder) return { id, end: shownEnd, lateBy: 0, chain: [], causes: [] };
    if (order % ORDERS_PER_CHECK === 0) throwIfAbandoned();
    const chain = explainEnd(compiled, schedule, queues, lastTask);
    const causes = divideLateness(chain, compiled, isOnTime ? compiled.now : due, end);
    return { id, end: shownEnd, lateBy: isOnTime ? 0 : end - due, chain, causes };
  });
}

/** Builds the proposal of a plan: with ids instead of indices, and with reasons, conflicts, chains and loads. */
export function propose(
  compiled: Compiled,
  initialState: InitialState,
  needBy: NeedBy,
  { schedule, objective, passes, stoppedBy, inputHash, explainedOrder }: Outcome,
  throwIfAbandoned: ThrowIfAbandoned,
): Proposal {
  throwIfAbandoned();
  const queues = new Queues(compiled, schedule);
  const placed: Placed[] = [];
  const unplaced: Unplaced[] = [];
  for (let task = 0; task < schedule.choice.length; task++) {
    if (task % TASKS_PER_CHECK === 0) throwIfAbandoned();
    if (schedule.choice[task]! >= 0) placed.push(describePlaced(compiled, schedule, needBy, queues, task));
    else unplaced.push(describeUnplaced(compiled, schedule, task));
  }
  throwIfAbandoned();
  const conflicts = listConflicts(compiled, initialState, schedule);
  throwIfAbandoned();
  const orders = describeOrders(compiled, schedule, queues, explainedOrder, throwIfAbandoned);
  throwIfAbandoned();
  return {
    placed,
    unplaced,
    conflicts,
    orders,
    machineLoad: sumMachineLoad(compiled, schedule),
    peopleLoad: sumPeopleLoad(compiled, schedule),
    objective,
    passes,
    stoppedBy,
    inputHash,
  };
}
