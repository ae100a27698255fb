import type { SequenceOrder } from '../sequence-types.ts';
import { visitArcs, type CompiledShop } from './compile-shop.ts';
import { drawBelow, type RandomNumbers } from './random.ts';

/**
 * Makes a first sequence. Of the operations whose predecessors are planned, the one that can end first names a machine;
 * of those that could start there before this end, a random one is planned next (Giffler and Thompson 1960).
 */
export function dispatchRandomly(shop: CompiledShop, random: RandomNumbers): SequenceOrder {
  const { count, topologicalOrder, predecessors, successors, choiceMachine } = shop;
  const operations = new Int32Array(count);
  const choice = new Int32Array(count);
  const ready = Float64Array.from(shop.release);
  const free = new Float64Array(shop.machineCount);
  const openCounts = new Int32Array(count);
  const available: number[] = [];
  for (const operation of topologicalOrder) {
    visitArcs(predecessors, operation, () => openCounts[operation]!++);
    if (openCounts[operation] === 0) available.push(operation);
  }
  for (let place = 0; place < count; place++) {
    const planned = pickNext(shop, available, ready, free, random);
    available[planned.index] = available.at(-1)!;
    available.pop();
    operations[place] = planned.operation;
    choice[planned.operation] = planned.choice;
    const machine = choiceMachine[planned.choice]!;
    if (machine >= 0) free[machine] = planned.end;
    visitArcs(successors, planned.operation, (follower, transfer) => {
      ready[follower] = Math.max(ready[follower]!, planned.end + transfer);
      if (--openCounts[follower]! === 0) available.push(follower);
    });
  }
  return { operations, choice };
}

/** An available operation on the machine where it can end first. */
interface Candidate {
  /** Its place among the available operations. */
  readonly index: number;
  readonly operation: number;
  readonly choice: number;
  readonly start: number;
  readonly end: number;
}

function pickNext(
  { choiceFrom, choiceMachine, choiceDuration }: CompiledShop,
  available: readonly number[],
  ready: Float64Array,
  free: Float64Array,
  random: RandomNumbers,
): Candidate {
  const candidates = available.map((operation, index): Candidate => {
    let best: Candidate | undefined;
    for (let choice = choiceFrom[operation]!; choice < choiceFrom[operation + 1]!; choice++) {
      const machine = choiceMachine[choice]!;
      const start = machine < 0 ? ready[operation]! : Math.max(ready[operation]!, free[machine]!);
      const end = start + choiceDuration[choice]!;
      if (best === undefined || end < best.end) best = { index, operation, choice, start, end };
    }
    return best!;
  });
  const first = candidates.reduce((a, b) => (b.end < a.end ? b : a));
  const machine = choiceMachine[first.choice]!;
  const rivals =
    machine < 0
      ? []
      : candidates.filter(({ choice, start }) => choiceMachine[choice] === machine && start < first.end);
  return rivals.length === 0 ? first : rivals[drawBelow(random, rivals.length)]!;
}
