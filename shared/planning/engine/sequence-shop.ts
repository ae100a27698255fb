import { ALWAYS_OPEN } from './choices.ts';
import { type Compiled, FREE } from './compile.ts';
import type { NeedBy } from './need-by.ts';
import type { Schedule } from './schedule.ts';
import type { SequenceAnswer, SequenceShop } from './sequence-types.ts';

/** A shop without calendars, and the tasks and choices of the plan that it was made from. */
export interface Shop {
  readonly shop: SequenceShop;
  readonly taskOfOperation: readonly number[];
  /** For each choice of the shop, the index in `Compiled.machineChoices`. */
  readonly choiceOfShop: readonly number[];
}

/**
 * Returns factors that convert the open minutes of each axis to minutes of the shop, which has no calendars.
 * A minute of the shop is a minute of a machine with the mean open time of all machines.
 */
function findClockFactors({ axes, axisOfMachine }: Compiled): number[] {
  const totals = Array.from(axisOfMachine, (axis) => axes[axis]!.total).filter((total) => total > 0);
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length || axes[ALWAYS_OPEN]!.total;
  return axes.map(({ total }) => (total > 0 ? mean / total : 1));
}

/** Lists the free tasks that a plan places, by their starts. So predecessors come first. */
function listOperations({ hold, rank }: Compiled, { choice, start }: Schedule): number[] {
  const tasks = [...hold.keys()].filter((task) => hold[task] === FREE && choice[task]! >= 0);
  return tasks.sort((a, b) => start[a]! - start[b]! || rank[a]! - rank[b]!);
}

/** Makes a job shop of the free tasks of a plan. The plan is its initial order. Every lane is a machine. */
export function makeShop(compiled: Compiled, schedule: Schedule): Shop {
  const { machineChoices, predecessors, laneFrom, axes, now, fenceEnd, materialAt, notBefore } = compiled;
  const factors = findClockFactors(compiled);
  const scale = (minutes: number, axis: number): number => Math.round(minutes * factors[axis]!);
  const taskOfOperation = listOperations(compiled, schedule);
  const operationByTask = new Map(taskOfOperation.map((task, operation) => [task, operation]));
  const predecessorFrom = [0];
  const predecessor: number[] = [];
  const transfer: number[] = [];
  const choiceFrom = [0];
  const choiceOfShop: number[] = [];
  const choiceMachine: number[] = [];
  const release: number[] = [];
  const initialChoice: number[] = [];
  for (const task of taskOfOperation) {
    let readyTime = Math.max(fenceEnd, materialAt[task]!, notBefore[task]!);
    for (let edge = predecessors.from[task]!; edge < predecessors.from[task + 1]!; edge++) {
      const before = predecessors.task[edge]!;
      const operation = operationByTask.get(before);
      if (operation === undefined)
        readyTime = Math.max(readyTime, schedule.end[before]! + predecessors.transfer[edge]!);
      else {
        predecessor.push(operation);
        transfer.push(scale(predecessors.transfer[edge]!, ALWAYS_OPEN));
      }
    }
    predecessorFrom.push(predecessor.length);
    const plannedAxis = machineChoices.axis[schedule.choice[task]!]!;
    release.push(scale(axes[plannedAxis]!.toWork(Math.max(now, readyTime)), plannedAxis));
    for (let choice = machineChoices.from[task]!; choice < machineChoices.from[task + 1]!; choice++) {
      const machine = machineChoices.machine[choice]!;
      const firstLane = machine < 0 ? -1 : laneFrom[machine]!;
      const endLane = machine < 0 ? 0 : laneFrom[machine + 1]!;
      for (let lane = firstLane; lane < endLane; lane++) {
        if (choice === schedule.choice[task] && lane === schedule.lane[task])
          initialChoice.push(choiceMachine.length);
        choiceOfShop.push(choice);
        choiceMachine.push(lane);
      }
    }
    choiceFrom.push(choiceMachine.length);
  }
  const shop: SequenceShop = {
    operationCount: taskOfOperation.length,
    machineCount: laneFrom.at(-1)!,
    predecessorFrom: Int32Array.from(predecessorFrom),
    predecessor: Int32Array.from(predecessor),
    transfer: Int32Array.from(transfer),
    choiceFrom: Int32Array.from(choiceFrom),
    choiceMachine: Int32Array.from(choiceMachine),
    choiceDuration: Int32Array.from(choiceOfShop, (choice) =>
      scale(machineChoices.duration[choice]!, machineChoices.axis[choice]!),
    ),
    release: Int32Array.from(release),
    initialOrder: {
      operations: Int32Array.from(taskOfOperation.keys()),
      choice: Int32Array.from(initialChoice),
    },
  };
  return { shop, taskOfOperation, choiceOfShop };
}

/**
 * Converts a sequence to keys and choices for placing. Tasks that are not in the sequence come after it,
 * sorted by their latest starts without a queue.
 */
export function readSequence(
  { tasks, now }: Compiled,
  needBy: NeedBy,
  { taskOfOperation, choiceOfShop }: Shop,
  answer: SequenceAnswer,
): { keys: Float64Array; fixedChoices: Int32Array } {
  const keys = needBy.start.map((start) => taskOfOperation.length + Math.max(0, start - now));
  const fixedChoices = new Int32Array(tasks.length).fill(-1);
  for (const [position, operation] of answer.operations.entries()) {
    const task = taskOfOperation[operation]!;
    keys[task] = position;
    fixedChoices[task] = choiceOfShop[answer.choice[operation]!]!;
  }
  return { keys, fixedChoices };
}
