import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LEDGER_BUCKETS,
  deriveProcessState,
  calculateReceivableQuantity,
  QUANTITY_SOURCES,
  type LedgerAccount,
} from '#shared/ledger/process-state.ts';
import {
  recalculateProcesses,
  hasNoPiecesToWorkOn,
  findLastProcesses,
  postMovement,
  findPreviousProcesses,
  type LedgerEntry,
  type LedgerPart,
  type LedgerProcess,
} from '#shared/ledger/ledger.ts';
import { subtractQuantities, addQuantities } from '#shared/ledger/quantity.ts';
import { emptyLedger } from '#tests/support/empty-ledger.ts';
import { rebuildBuckets } from '#tests/support/rebuild.ts';

let lastProcessId = 0;
const makeProcess = (overrides: Partial<LedgerProcess> = {}): LedgerProcess => ({
  id: ++lastProcessId,
  partId: 1,
  seq: 10,
  state: 'notStarted',
  ...emptyLedger,
  ...overrides,
});

const makePartEntry = (id: number, overrides: Partial<LedgerPart> = {}): [number, LedgerPart] => [
  id,
  { id, parentId: null, quantityPer: 1, warehoused: 0, childIds: [], ...overrides },
];
const singlePartMap = new Map([makePartEntry(1)]);

const arbitraryAccount = fc.constantFrom<LedgerAccount>(...QUANTITY_SOURCES, ...LEDGER_BUCKETS);
const arbitraryAmount = fc.integer({ min: 1, max: 200_000 }).map((tenThousandths) => tenThousandths / 10_000);
const arbitraryMovements = fc.array(fc.tuple(arbitraryAccount, arbitraryAccount, arbitraryAmount), {
  maxLength: 40,
});

/**
 * Posts movements. A movement out of a bucket is limited to the quantity in the bucket, as on the server. Movements
 * into a quantity source, and from an account to itself, are left out.
 */
function postMovements(
  process: LedgerProcess,
  movements: readonly [LedgerAccount, LedgerAccount, number][],
): LedgerEntry[] {
  return movements.flatMap(([from, to, quantity]) => {
    if (from === to || (QUANTITY_SOURCES as readonly string[]).includes(to)) return [];
    const movableQuantity = (QUANTITY_SOURCES as readonly string[]).includes(from)
      ? quantity
      : Math.min(quantity, process[from as 'good']);
    return postMovement(process, from, to, movableQuantity);
  });
}

describe('the ledger of a process', () => {
  test('can be rebuilt from its entries alone', () => {
    fc.assert(
      fc.property(arbitraryMovements, (movements) => {
        const process = makeProcess();
        const entries = postMovements(process, movements);
        for (const [name, total] of Object.entries(rebuildBuckets(entries)))
          expect([name, process[name as 'good']]).toEqual([name, total]);
      }),
    );
  });

  test('keeps every received piece in exactly one bucket', () => {
    fc.assert(
      fc.property(arbitraryMovements, (movements) => {
        const process = makeProcess();
        postMovements(process, movements);
        expect(addQuantities(...LEDGER_BUCKETS.map((bucket) => process[bucket]))).toBe(
          addQuantities(process.received, process.excess),
        );
        for (const bucket of LEDGER_BUCKETS) expect(process[bucket]).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('returns to its earlier state when every entry is reversed', () => {
    fc.assert(
      fc.property(arbitraryMovements, arbitraryMovements, (earlierMovements, movements) => {
        const process = makeProcess();
        postMovements(process, earlierMovements);
        const processBefore = { ...process };
        const entries = postMovements(process, movements);
        for (const entry of entries.toReversed()) postMovement(process, entry.to, entry.from, entry.quantity);
        expect(process).toEqual(processBefore);
      }),
    );
  });

  test('has no entry with a zero quantity', () => {
    expect(postMovement(makeProcess(), 'supply', 'machinable', 0)).toEqual([]);
  });
});

describe('a routing', () => {
  /**
   * Random steps of work. Each step receives pieces at one of four processes, or moves machinable pieces of that
   * process to good, scrap or hold.
   */
  const arbitrarySteps = fc.array(
    fc.tuple(fc.nat(3), fc.constantFrom('receive', 'good', 'scrap', 'hold'), fc.integer({ min: 1, max: 5 })),
    { maxLength: 60 },
  );

  const runSteps = (workSteps: readonly (readonly [number, string, number])[]): LedgerProcess[] => {
    const routing = [0, 1, 2, 3].map((index) => makeProcess({ seq: index * 10 + 10 }));
    recalculateProcesses(routing, singlePartMap);
    for (const [processIndex, movement, quantity] of workSteps) {
      const process = routing[processIndex]!;
      if (movement === 'receive')
        postMovement(
          process,
          'supply',
          'machinable',
          Math.min(quantity, calculateReceivableQuantity(process)),
        );
      else postMovement(process, 'machinable', movement as 'good', Math.min(quantity, process.machinable));
      recalculateProcesses(routing, singlePartMap);
    }
    return routing;
  };

  test('gives each process exactly what the previous process delivered', () => {
    fc.assert(
      fc.property(arbitrarySteps, (workSteps) => {
        const routing = runSteps(workSteps);
        routing.forEach((process, index) => {
          expect(process.arrived).toBe(
            index === 0
              ? process.plannedQuantity
              : addQuantities(routing[index - 1]!.good, routing[index - 1]!.concession),
          );
          expect(process.received).toBeLessThanOrEqual(process.arrived);
        });
      }),
    );
  });

  test('passes every loss on to later processes at once', () => {
    fc.assert(
      fc.property(arbitrarySteps, (workSteps) => {
        const routing = runSteps(workSteps);
        routing.forEach((process, index) => {
          const scrapBefore = addQuantities(
            ...routing.slice(0, index).map((previousProcess) => previousProcess.scrap),
          );
          expect(process.inheritedLoss).toBe(scrapBefore);
        });
      }),
    );
  });

  test('does not change when it is recalculated', () => {
    fc.assert(
      fc.property(arbitrarySteps, (workSteps) => {
        const routing = runSteps(workSteps);
        expect(recalculateProcesses(routing, singlePartMap)).toEqual([]);
        for (const process of routing) expect(process.state).toBe(deriveProcessState(process));
      }),
    );
  });

  test('finds the previous and the last processes, including parallel processes', () => {
    const [firstProcess, parallelProcess, otherParallelProcess, lastProcess] = [10, 20, 20, 30].map((seq) =>
      makeProcess({ seq }),
    ) as [LedgerProcess, LedgerProcess, LedgerProcess, LedgerProcess];
    const otherPartProcess = makeProcess({ partId: 2, seq: 25 });
    const routing = [lastProcess, parallelProcess, otherPartProcess, firstProcess, otherParallelProcess];
    expect(findPreviousProcesses(lastProcess, routing)).toEqual([parallelProcess, otherParallelProcess]);
    expect(findPreviousProcesses(firstProcess, routing)).toEqual([]);
    expect(findLastProcesses(1, routing)).toEqual([lastProcess]);
  });

  test('gives the next process only as many pieces as every parallel process has delivered', () => {
    const parallelProcesses = [
      makeProcess({ seq: 10, good: 4 }),
      makeProcess({ seq: 10, good: 7, concession: 1 }),
    ];
    const nextProcess = makeProcess({ seq: 20 });
    recalculateProcesses([...parallelProcesses, nextProcess], singlePartMap);
    expect(nextProcess.arrived).toBe(4);
  });

  test('gives an assembly the number of complete sets of its parts', () => {
    const parts = new Map([
      makePartEntry(1, { childIds: [2, 3] }),
      makePartEntry(2, { parentId: 1, quantityPer: 2 }),
      makePartEntry(3, { parentId: 1, quantityPer: 0.5 }),
    ]);
    const wheel = makeProcess({ partId: 2, plannedQuantity: 20, good: 7 });
    const glue = makeProcess({ partId: 3, plannedQuantity: 5, good: 1 });
    const assembly = makeProcess({ partId: 1 });
    recalculateProcesses([assembly, wheel, glue], parts);
    expect(assembly.arrived).toBe(2);
    wheel.good = 3;
    recalculateProcesses([assembly, wheel, glue], parts);
    expect(assembly.arrived).toBe(1);
  });

  test('does not derive an assembly whose parts are not loaded', () => {
    const parts = new Map([makePartEntry(1, { childIds: [2] })]);
    const assembly = makeProcess({ arrived: 3 });
    recalculateProcesses([assembly], parts);
    expect(assembly.arrived).toBe(3);
  });

  test('has nothing to work on where all pieces are good, on hold or in rework', () => {
    const finishedProcess = makeProcess({ arrived: 10, received: 10, good: 7, hold: 2, reworkOpen: 1 });
    expect(hasNoPiecesToWorkOn(finishedProcess)).toBe(true);
    for (const bucket of ['machinable', 'inWork', 'outsourced'] as const)
      expect(hasNoPiecesToWorkOn({ ...finishedProcess, [bucket]: 1 })).toBe(false);
    expect(hasNoPiecesToWorkOn({ ...finishedProcess, received: subtractQuantities(10, 1) })).toBe(false);
  });
});
