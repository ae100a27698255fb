import type { SequenceOrder } from '../sequence-types.ts';
import type { RandomNumbers } from './random.ts';

/** The smallest and the largest share of the second parent in a child. */
const SMALLEST_SHARE = 0.3;
const LARGEST_SHARE = 0.7;

/**
 * Makes a child of two sequences. It sorts the operations by a weighted mean of their places in both parents. Two
 * operations that have the same order in both parents keep this order, so the child is feasible. Each operation takes
 * its machine from one of the parents.
 */
export function combineSequences(
  first: SequenceOrder,
  second: SequenceOrder,
  random: RandomNumbers,
): SequenceOrder {
  const share = SMALLEST_SHARE + (LARGEST_SHARE - SMALLEST_SHARE) * random();
  const keys = new Float64Array(first.operations.length);
  const firstPlaces = new Int32Array(first.operations.length);
  first.operations.forEach((operation, place) => {
    firstPlaces[operation] = place;
    keys[operation] = (1 - share) * place;
  });
  second.operations.forEach((operation, place) => {
    keys[operation]! += share * place;
  });
  return {
    operations: first.operations.toSorted((a, b) => keys[a]! - keys[b]! || firstPlaces[a]! - firstPlaces[b]!),
    choice: first.choice.map((choice, operation) => (random() < share ? second.choice[operation]! : choice)),
  };
}

/** Whether two sequences have the same operations in the same order on the same machines. */
export function isSameSequence(first: SequenceOrder, second: SequenceOrder): boolean {
  return (
    first.operations.every((operation, place) => operation === second.operations[place]) &&
    first.choice.every((choice, operation) => choice === second.choice[operation])
  );
}
