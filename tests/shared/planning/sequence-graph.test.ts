import { expect, it } from 'vitest';
import { createRandomGenerator } from '#shared/kernel/random.ts';
import { compileShop } from '#shared/planning/engine/sequence/compile-shop.ts';
import { SequenceGraph } from '#shared/planning/engine/sequence/graph.ts';
import { packShop, type ShopOperation } from '#tests/support/sequence-shop.ts';

const OPERATION_COUNT = 24;
const MACHINE_COUNT = 3;

/** Loads a shop of random routings. Any machine can do any operation. */
function loadRandomGraph(random: () => number): SequenceGraph {
  const operations = Array.from({ length: OPERATION_COUNT }, (_, operation): ShopOperation => ({
    after: Array.from({ length: operation }, (_, other) => ({
      operation: other,
      transfer: Math.floor(random() * 3),
    })).filter(() => random() < 1.5 / OPERATION_COUNT),
    release: Math.floor(random() * 10),
    choices: Array.from({ length: MACHINE_COUNT }, (_, machine) => ({
      machine,
      duration: Math.floor(random() * 9),
    })),
  }));
  const graph = new SequenceGraph(compileShop(packShop(MACHINE_COUNT, operations)));
  graph.load(
    Int32Array.from({ length: OPERATION_COUNT }, (_, operation) => operation),
    Int32Array.from(
      { length: OPERATION_COUNT },
      (_, operation) => operation * MACHINE_COUNT + Math.floor(random() * MACHINE_COUNT),
    ),
  );
  return graph;
}

/**
 * Lists the arcs from an operation: to the next operation of its machine, and to its successors with the
 * transfer times.
 */
function listArcs({ shop, next }: SequenceGraph, operation: number): { to: number; transfer: number }[] {
  const { first, firstTransfer, furtherFrom, furtherOperations, furtherTransfers } = shop.successors;
  const arcs = [
    { to: next[operation]!, transfer: 0 },
    { to: first[operation]!, transfer: firstTransfer[operation]! },
  ];
  for (let entry = furtherFrom[operation]!; entry < furtherFrom[operation + 1]!; entry++)
    arcs.push({ to: furtherOperations[entry]!, transfer: furtherTransfers[entry]! });
  return arcs.filter(({ to }) => to !== shop.count);
}

/** Says whether a path leads from one operation to another, by depth-first search. */
function searchPath(graph: SequenceGraph, from: number, to: number, visited = new Set<number>()): boolean {
  if (from === to) return true;
  if (visited.has(from)) return false;
  visited.add(from);
  return listArcs(graph, from).some((arc) => searchPath(graph, arc.to, to, visited));
}

/** Computes the earliest start of each operation by relaxing all arcs OPERATION_COUNT times. */
function computeStarts(graph: SequenceGraph): number[] {
  const starts = [...graph.shop.release];
  for (let pass = 0; pass < OPERATION_COUNT; pass++)
    for (let operation = 0; operation < OPERATION_COUNT; operation++)
      for (const { to, transfer } of listArcs(graph, operation))
        starts[to] = Math.max(starts[to]!, starts[operation]! + graph.duration[operation]! + transfer);
  return starts;
}

/**
 * Computes the longest path from the start of each operation to the end by relaxing all arcs OPERATION_COUNT
 * times.
 */
function computeTails(graph: SequenceGraph): number[] {
  const tails = [...graph.duration.subarray(0, OPERATION_COUNT)];
  for (let pass = 0; pass < OPERATION_COUNT; pass++)
    for (let operation = 0; operation < OPERATION_COUNT; operation++)
      for (const { to, transfer } of listArcs(graph, operation))
        tails[operation] = Math.max(tails[operation]!, graph.duration[operation]! + transfer + tails[to]!);
  return tails;
}

/**
 * Picks a random position for an operation on a random machine. `behind` is the operation before that
 * position.
 */
function pickPlace(graph: SequenceGraph, operation: number, random: () => number) {
  const choice = operation * MACHINE_COUNT + Math.floor(random() * MACHINE_COUNT);
  const places = [OPERATION_COUNT];
  for (
    let otherOperation = graph.firstOf[choice % MACHINE_COUNT]!;
    otherOperation !== OPERATION_COUNT;
    otherOperation = graph.next[otherOperation]!
  )
    if (otherOperation !== operation) places.push(otherOperation);
  return { choice, behind: places[Math.floor(random() * places.length)]! };
}

it('the graph knows each path, and refuses exactly the moves that close a cycle', () => {
  const random = createRandomGenerator(11);
  let refusedCount = 0;
  for (let shopNumber = 0; shopNumber < 12; shopNumber++) {
    const graph = loadRandomGraph(random);
    for (let moveNumber = 0; moveNumber < 25; moveNumber++) {
      for (let from = 0; from < OPERATION_COUNT; from++)
        for (let to = 0; to < OPERATION_COUNT; to++)
          if (graph.hasPath(from, to) !== searchPath(graph, from, to))
            expect.fail(`shop ${shopNumber}, move ${moveNumber}: wrong path from ${from} to ${to}`);
      const operation = Math.floor(random() * OPERATION_COUNT);
      const { choice, behind } = pickPlace(graph, operation, random);
      const after = behind === OPERATION_COUNT ? graph.firstOf[choice % MACHINE_COUNT]! : graph.next[behind]!;
      // The arcs of the operation on its machine are removed by the move, so only the arcs of its routing can
      // close a cycle.
      const closesCycle =
        (behind !== OPERATION_COUNT && graph.successorReaches(operation, behind)) ||
        (after !== OPERATION_COUNT && after !== operation && graph.reachesPredecessor(after, operation));
      if (closesCycle) {
        refusedCount++;
        const order = graph.order.slice();
        const present = graph.choice.slice();
        expect(() => graph.move(operation, choice, behind)).toThrow('cycle');
        graph.load(order, present);
        continue;
      }
      graph.move(operation, choice, behind);
      expect([...graph.head.subarray(0, OPERATION_COUNT)]).toEqual(computeStarts(graph));
      expect([...graph.tail.subarray(0, OPERATION_COUNT)]).toEqual(computeTails(graph));
      expect(graph.makespan).toBe(
        Math.max(...computeStarts(graph).map((start, index) => start + graph.duration[index]!)),
      );
    }
  }
  expect(refusedCount).toBeGreaterThan(20);
});
