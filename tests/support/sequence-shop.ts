import type { SequenceOrder, SequenceShop } from '#shared/planning/engine/sequence-types.ts';

/** An operation of a shop, as tests and benchmarks write it. */
export interface ShopOperation {
  readonly after?: readonly { readonly operation: number; readonly transfer: number }[];
  readonly choices: readonly { readonly machine: number; readonly duration: number }[];
  readonly release?: number;
}

/** Packs operations into the arrays that the search reads. */
export function packShop(machineCount: number, operations: readonly ShopOperation[]): SequenceShop {
  const arcs = operations.flatMap(({ after = [] }) => after);
  const choices = operations.flatMap((operation) => operation.choices);
  const computeStarts = (counts: readonly number[]): Int32Array => {
    const from = new Int32Array(counts.length + 1);
    counts.forEach((count, index) => (from[index + 1] = from[index]! + count));
    return from;
  };
  return {
    operationCount: operations.length,
    machineCount,
    predecessorFrom: computeStarts(operations.map(({ after = [] }) => after.length)),
    predecessor: Int32Array.from(arcs, ({ operation }) => operation),
    transfer: Int32Array.from(arcs, ({ transfer }) => transfer),
    choiceFrom: computeStarts(operations.map((operation) => operation.choices.length)),
    choiceMachine: Int32Array.from(choices, ({ machine }) => machine),
    choiceDuration: Int32Array.from(choices, ({ duration }) => duration),
    release: Int32Array.from(operations, ({ release = 0 }) => release),
    initialOrder: null,
  };
}

/**
 * Replays a sequence: each operation starts as early as its release, its predecessors and the operations before it on
 * its machine allow. It knows nothing of the search.
 * @returns the end of the last operation
 * @throws Error if an operation is missing, runs on a machine that cannot do it, or comes before its predecessors
 */
export function replaySequence(shop: SequenceShop, { operations, choice }: SequenceOrder): number {
  const endByOperation: (number | undefined)[] = [];
  const freeFromByMachine = new Map<number, number>();
  if (operations.length !== shop.operationCount)
    throw new Error('The sequence has too few or too many operations');
  for (const operation of operations) {
    if (endByOperation[operation] !== undefined) throw new Error(`Operation ${operation} comes twice`);
    const choiceIndex = choice[operation]!;
    if (choiceIndex < shop.choiceFrom[operation]! || choiceIndex >= shop.choiceFrom[operation + 1]!)
      throw new Error(`Operation ${operation} runs on a machine of another operation`);
    const machine = shop.choiceMachine[choiceIndex]!;
    let start = Math.max(shop.release[operation]!, machine < 0 ? 0 : (freeFromByMachine.get(machine) ?? 0));
    for (
      let entry = shop.predecessorFrom[operation]!;
      entry < shop.predecessorFrom[operation + 1]!;
      entry++
    ) {
      const end = endByOperation[shop.predecessor[entry]!];
      if (end === undefined) throw new Error(`Operation ${operation} comes before a predecessor`);
      start = Math.max(start, end + shop.transfer[entry]!);
    }
    const end = start + shop.choiceDuration[choiceIndex]!;
    endByOperation[operation] = end;
    freeFromByMachine.set(machine, end);
  }
  return Math.max(0, ...endByOperation.map((end) => end!));
}
