import { visitArcs, type CompiledShop } from './compile-shop.ts';

/**
 * Returns a makespan that no sequence can beat: that of the longest routing or of the busiest set of machines. For a
 * set of machines, it counts the operations that only these machines can do: their earliest start, plus their durations
 * spread evenly over the machines, plus the shortest path behind one of these operations.
 */
export function findLowerBound(shop: CompiledShop): number {
  const { count, topologicalOrder, choiceFrom, choiceMachine, choiceDuration } = shop;
  const durations = Float64Array.from({ length: count }, (_, operation) =>
    Math.min(...choiceDuration.subarray(choiceFrom[operation], choiceFrom[operation + 1])),
  );
  const heads = Float64Array.from(shop.release);
  for (const operation of topologicalOrder)
    visitArcs(shop.predecessors, operation, (other, transfer) => {
      heads[operation] = Math.max(heads[operation]!, heads[other]! + durations[other]! + transfer);
    });
  const tails = new Float64Array(count);
  for (const operation of topologicalOrder.toReversed())
    visitArcs(shop.successors, operation, (other, transfer) => {
      tails[operation] = Math.max(tails[operation]!, transfer + durations[other]! + tails[other]!);
    });
  let bound = 0;
  for (const operation of topologicalOrder)
    bound = Math.max(bound, heads[operation]! + durations[operation]! + tails[operation]!);

  const machinesByOperation = Array.from({ length: count }, (_, operation) =>
    [...choiceMachine.subarray(choiceFrom[operation], choiceFrom[operation + 1])].sort((a, b) => a - b),
  );
  const machineSets = new Map(machinesByOperation.map((machines) => [machines.join(), new Set(machines)]));
  for (const machines of machineSets.values()) {
    if (machines.has(-1)) continue;
    let load = 0;
    let earliest = Infinity;
    let shortestTail = Infinity;
    for (const operation of topologicalOrder) {
      if (!machinesByOperation[operation]!.every((machine) => machines.has(machine))) continue;
      load += durations[operation]!;
      earliest = Math.min(earliest, heads[operation]!);
      shortestTail = Math.min(shortestTail, tails[operation]!);
    }
    bound = Math.max(bound, earliest + Math.ceil(load / machines.size) + shortestTail);
  }
  return bound;
}
