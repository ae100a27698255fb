import { describe, expect, it } from 'vitest';
import { createRandomGenerator } from '#shared/kernel/random.ts';
import { compileShop } from '#shared/planning/engine/sequence/compile-shop.ts';
import { dispatchRandomly } from '#shared/planning/engine/sequence/dispatch.ts';
import { findLowerBound } from '#shared/planning/engine/sequence/lower-bound.ts';
import { combineSequences } from '#shared/planning/engine/sequence/combine.ts';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import type { SequenceOrder, SequenceShop } from '#shared/planning/engine/sequence-types.ts';
import { packShop, replaySequence, type ShopOperation } from '#tests/support/sequence-shop.ts';

/** Packs a job shop. @param jobs for each job its machines and durations in turn */
function packJobShop(machineCount: number, jobs: readonly (readonly number[])[]): SequenceShop {
  const operations: ShopOperation[] = [];
  for (const job of jobs)
    for (let index = 0; index < job.length; index += 2)
      operations.push({
        after: index === 0 ? [] : [{ operation: operations.length - 1, transfer: 0 }],
        choices: [{ machine: job[index]!, duration: job[index + 1]! }],
      });
  return packShop(machineCount, operations);
}

/** The 6 × 6 instance of Fisher and Thompson (1963). No schedule is shorter than 55. */
const FISHER_THOMPSON_6 = packJobShop(6, [
  [2, 1, 0, 3, 1, 6, 3, 7, 5, 3, 4, 6],
  [1, 8, 2, 5, 4, 10, 5, 10, 0, 10, 3, 4],
  [2, 5, 3, 4, 5, 8, 0, 9, 1, 1, 4, 7],
  [1, 5, 0, 5, 2, 5, 3, 3, 4, 8, 5, 9],
  [2, 9, 1, 3, 4, 5, 5, 4, 0, 3, 3, 1],
  [1, 3, 3, 3, 5, 9, 0, 10, 4, 4, 2, 1],
]);

/** The durations on five machines in the 4 × 5 instance of Kacem et al. (2002). No schedule is shorter than 11. */
const KACEM_4_5 = [
  [
    [2, 5, 4, 1, 2],
    [5, 4, 5, 7, 5],
    [4, 5, 5, 4, 5],
  ],
  [
    [2, 5, 4, 7, 8],
    [5, 6, 9, 8, 5],
    [4, 5, 4, 54, 5],
  ],
  [
    [9, 8, 6, 7, 9],
    [6, 1, 2, 5, 4],
    [2, 5, 4, 2, 4],
    [4, 5, 2, 1, 5],
  ],
  [
    [1, 5, 2, 4, 12],
    [5, 1, 2, 1, 2],
  ],
];

function packKacem(): SequenceShop {
  const operations: ShopOperation[] = [];
  for (const job of KACEM_4_5)
    for (const [index, durations] of job.entries())
      operations.push({
        after: index === 0 ? [] : [{ operation: operations.length - 1, transfer: 0 }],
        choices: durations.map((duration, machine) => ({ machine, duration })),
      });
  return packShop(5, operations);
}

/**
 * Makes a small random shop with assemblies, transfers, releases, machine choices, operations without a
 * machine, and durations of zero.
 */
function makeRandomShop(seed: number, operationCount: number, machineCount: number): SequenceShop {
  const random = createRandomGenerator(seed);
  const pickIntegerBelow = (count: number): number => Math.floor(random() * count);
  const operations = Array.from({ length: operationCount }, (_, operation): ShopOperation => {
    const after = Array.from({ length: operation }, (_, other) => ({
      operation: other,
      transfer: pickIntegerBelow(2) * pickIntegerBelow(4),
    }));
    const machines = Array.from({ length: machineCount }, (_, machine) => machine).filter(
      () => random() < 0.6,
    );
    return {
      after: after.filter(() => random() < 1.2 / operationCount),
      release: pickIntegerBelow(3) === 0 ? pickIntegerBelow(8) : 0,
      choices:
        machines.length === 0
          ? [{ machine: -1, duration: pickIntegerBelow(6) }]
          : machines.map((machine) => ({ machine, duration: pickIntegerBelow(10) })),
    };
  });
  return packShop(machineCount, operations);
}

/** Tries all sequences of a shop. @returns the smallest makespan */
function tryAllSequences(shop: SequenceShop): number {
  const endByOperation = Array.from({ length: shop.operationCount }, () => -1);
  const freeAtByMachine = Array.from({ length: shop.machineCount }, () => 0);
  let bestMakespan = Infinity;
  const extendSequence = (plannedCount: number, makespan: number): void => {
    if (makespan >= bestMakespan) return;
    if (plannedCount === shop.operationCount) {
      bestMakespan = makespan;
      return;
    }
    for (let operation = 0; operation < shop.operationCount; operation++) {
      if (endByOperation[operation]! >= 0) continue;
      let readyAt = shop.release[operation]!;
      for (
        let entry = shop.predecessorFrom[operation]!;
        entry < shop.predecessorFrom[operation + 1]!;
        entry++
      ) {
        const end = endByOperation[shop.predecessor[entry]!]!;
        readyAt = end < 0 ? Infinity : Math.max(readyAt, end + shop.transfer[entry]!);
      }
      if (readyAt === Infinity) continue;
      for (let choice = shop.choiceFrom[operation]!; choice < shop.choiceFrom[operation + 1]!; choice++) {
        const machine = shop.choiceMachine[choice]!;
        const freeBefore = machine < 0 ? 0 : freeAtByMachine[machine]!;
        const end = Math.max(readyAt, freeBefore) + shop.choiceDuration[choice]!;
        endByOperation[operation] = end;
        if (machine >= 0) freeAtByMachine[machine] = end;
        extendSequence(plannedCount + 1, Math.max(makespan, end));
        if (machine >= 0) freeAtByMachine[machine] = freeBefore;
        endByOperation[operation] = -1;
      }
    }
  };
  extendSequence(0, 0);
  return bestMakespan;
}

describe('the search for a sequence', () => {
  it('finds the shortest schedules of two published shops', () => {
    for (const [shop, optimum] of [
      [FISHER_THOMPSON_6, 55],
      [packKacem(), 11],
    ] as const) {
      const answer = searchSequence(shop, { seed: 1, rounds: 40 });
      expect(answer.makespan).toBe(optimum);
      expect(replaySequence(shop, answer)).toBe(optimum);
    }
  });

  it('finds what trying all sequences finds, with assemblies, transfers, releases and machine choices', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const shop = makeRandomShop(seed, 6, 1 + (seed % 3));
      const optimum = tryAllSequences(shop);
      const answer = searchSequence(shop, { seed, rounds: 12 });
      expect.soft({ seed, makespan: answer.makespan }).toEqual({ seed, makespan: optimum });
      expect.soft(replaySequence(shop, answer), `replay of shop ${seed}`).toBe(optimum);
      expect
        .soft(findLowerBound(compileShop(shop)), `lower bound of shop ${seed}`)
        .toBeLessThanOrEqual(optimum);
    }
  });

  it('keeps machines and predecessors in larger shops, and is never worse than its initial order', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const shop = makeRandomShop(100 + seed, 120, 4);
      const first = searchSequence(shop, { seed, rounds: 1 });
      expect(replaySequence(shop, first)).toBe(first.makespan);
      const second = searchSequence({ ...shop, initialOrder: first }, { seed: seed + 1, rounds: 2 });
      expect(replaySequence(shop, second)).toBe(second.makespan);
      expect(second.makespan).toBeLessThanOrEqual(first.makespan);
    }
  });

  it('combines two sequences into a feasible child, which keeps each order that both have', () => {
    const random = createRandomGenerator(5);
    for (let seed = 1; seed <= 20; seed++) {
      const shop = makeRandomShop(200 + seed, 40, 3);
      const parents = [0, 1].map(() => dispatchRandomly(compileShop(shop), random));
      const child = combineSequences(parents[0]!, parents[1]!, random);
      replaySequence(shop, child);
      const listPositions = ({ operations }: SequenceOrder): number[] =>
        Array.from(operations, (_, operation) => operations.indexOf(operation));
      const [first, second, places] = [...parents, child].map(listPositions) as [
        number[],
        number[],
        number[],
      ];
      for (let a = 0; a < 40; a++) {
        expect(parents.map(({ choice }) => choice[a])).toContain(child.choice[a]);
        for (let b = 0; b < 40; b++)
          if (first[a]! < first[b]! && second[a]! < second[b]! && places[a]! > places[b]!)
            expect.fail(`shop ${seed}: the child exchanges ${a} and ${b}`);
      }
    }
  });

  it('answers the same for the same seed, and reports each better makespan once', () => {
    const shop = makeRandomShop(7, 60, 3);
    const reportedMakespans: number[] = [];
    const first = searchSequence(shop, {
      seed: 3,
      rounds: 12,
      onBetter: (makespan) => reportedMakespans.push(makespan),
    });
    expect(searchSequence(shop, { seed: 3, rounds: 12 })).toEqual(first);
    expect(reportedMakespans.at(-1)).toBe(first.makespan);
    expect(reportedMakespans).toEqual([...new Set(reportedMakespans)].sort((a, b) => b - a));
  });

  it('ends at once when it is cancelled, with the best sequence so far', () => {
    let checkCount = 0;
    const isCancelled = (): boolean => ++checkCount > 3;
    const answer = searchSequence(FISHER_THOMPSON_6, { seed: 1, rounds: 1e6, isCancelled });
    expect(checkCount).toBe(4);
    expect(answer.rounds).toBeLessThanOrEqual(4);
    expect(replaySequence(FISHER_THOMPSON_6, answer)).toBe(answer.makespan);
  });

  it('stops as soon as no sequence can be better', () => {
    const shop = packJobShop(2, [
      [0, 3, 1, 4],
      [0, 2, 1, 5],
    ]);
    const answer = searchSequence(shop, { seed: 1, rounds: 1e6 });
    expect(answer.makespan).toBe(11);
    expect(answer.rounds).toBeLessThanOrEqual(1);
  });

  it('answers for a shop without operations, and refuses predecessors that form a cycle', () => {
    expect(searchSequence(packShop(2, []), { seed: 1, rounds: 5 }).makespan).toBe(0);
    const choices = [{ machine: 0, duration: 1 }];
    const circle = packShop(1, [
      { choices, after: [{ operation: 1, transfer: 0 }] },
      { choices, after: [{ operation: 0, transfer: 0 }] },
    ]);
    expect(() => searchSequence(circle, { seed: 1, rounds: 5 })).toThrow('cycle');
  });
});
