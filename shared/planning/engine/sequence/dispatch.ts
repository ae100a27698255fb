import type { SequenceOrder } from '../sequence-types.ts';
import { visitArcs, type CompiledShop } from './compile-shop.ts';
import { pickIntegerBelow, type RandomNumbers } from './random.ts';

/**
 * Makes a random sequence after Giffler and Thompson (1960). An operation is available if all its
 * predecessors are in the sequence. Its best machine is the machine where it can end first. In each step, the
 * available operation that can end first determines a machine and a time: its best machine and its end there.
 * The next operation is a random one of the available operations with the same best machine that can start
 * before this time.
 */
export function dispatchRandomly(shop: CompiledShop, random: RandomNumbers): SequenceOrder {
  const { count, topologicalOrder, predecessors, successors, choiceMachine, choiceDuration } = shop;
  const operations = new Int32Array(count);
  const choice = new Int32Array(count);
  const readyTimes = Float64Array.from(shop.release);
  const freeFrom = new Float64Array(shop.machineCount);
  const openCounts = new Int32Array(count);
  const available: number[] = [];
  for (const operation of topologicalOrder) {
    visitArcs(predecessors, operation, () => openCounts[operation]!++);
    if (openCounts[operation] === 0) available.push(operation);
  }
  for (let place = 0; place < count; place++) {
    const index = pickNext(shop, available, readyTimes, freeFrom, choice, random);
    const operation = available[index]!;
    available[index] = available.at(-1)!;
    available.pop();
    operations[place] = operation;
    const machine = choiceMachine[choice[operation]!]!;
    const end =
      Math.max(readyTimes[operation]!, freeFrom[machine] ?? 0) + choiceDuration[choice[operation]!]!;
    freeFrom[machine] = end;
    visitArcs(successors, operation, (follower, transfer) => {
      readyTimes[follower] = Math.max(readyTimes[follower]!, end + transfer);
      if (--openCounts[follower]! === 0) available.push(follower);
    });
  }
  return { operations, choice };
}

/**
 * Picks one of the available operations.
 * @param freeFrom the end of the last operation of each machine
 * @param choice receives the machine where each available operation can end first
 * @returns the index of the picked operation in `available`
 */
function pickNext(
  { choiceFrom, choiceMachine, choiceDuration }: CompiledShop,
  available: readonly number[],
  readyTimes: Float64Array,
  freeFrom: Float64Array,
  choice: Int32Array,
  random: RandomNumbers,
): number {
  let firstEnd = Infinity;
  let firstIndex = 0;
  for (let index = 0; index < available.length; index++) {
    const operation = available[index]!;
    let bestEnd = Infinity;
    for (let entry = choiceFrom[operation]!; entry < choiceFrom[operation + 1]!; entry++) {
      const end =
        Math.max(readyTimes[operation]!, freeFrom[choiceMachine[entry]!] ?? 0) + choiceDuration[entry]!;
      if (end < bestEnd) {
        bestEnd = end;
        choice[operation] = entry;
      }
    }
    if (bestEnd < firstEnd) {
      firstEnd = bestEnd;
      firstIndex = index;
    }
  }
  const machine = choiceMachine[choice[available[firstIndex]!]!]!;
  if (machine < 0) return firstIndex;
  let pickedIndex = firstIndex;
  let rivalCount = 0;
  for (let index = 0; index < available.length; index++) {
    const operation = available[index]!;
    if (choiceMachine[choice[operation]!] !== machine) continue;
    if (Math.max(readyTimes[operation]!, freeFrom[machine]!) >= firstEnd) continue;
    if (pickIntegerBelow(random, ++rivalCount) === 0) pickedIndex = index;
  }
  return pickedIndex;
}
