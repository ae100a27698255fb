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
const makeProcess = (given: Partial<LedgerProcess> = {}): LedgerProcess => ({
  id: ++lastProcessId,
  partId: 1,
  seq: 10,
  state: 'notStarted',
  ...emptyLedger,
  ...given,
});

const makePartEntry = (id: number, given: Partial<LedgerPart> = {}): [number, LedgerPart] => [
  id,
  { id, parentId: null, quantityPer: 1, childIds: [], ...given },
];
const singlePartMap = new Map([makePartEntry(1)]);

const arbitraryAccount = fc.constantFrom<LedgerAccount>(...QUANTITY_SOURCES, ...LEDGER_BUCKETS);
const arbitraryAmount = fc.integer({ min: 1, max: 200_000 }).map((one) => one / 10_000);
const arbitraryMovements = fc.array(fc.tuple(arbitraryAccount, arbitraryAccount, arbitraryAmount), {
  maxLength: 40,
});

/**
 * Posts movements. A movement out of a bucket is limited to the quantity in the bucket, as on the server. Movements
 * into a quantity source, and from an account to itself, are left out.
 */
function postMovements(
  process: LedgerProcess,
  list: readonly [LedgerAccount, LedgerAccount, number][],
): LedgerEntry[] {
  return list.flatMap(([from, to, quantity]) => {
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
      fc.property(arbitraryMovements, (list) => {
        const process = makeProcess();
        const entries = postMovements(process, list);
        for (const [name, total] of Object.entries(rebuildBuckets(entries)))
          expect([name, process[name as 'good']]).toEqual([name, total]);
      }),
    );
  });

  test('keeps every received piece in exactly one bucket', () => {
    fc.assert(
      fc.property(arbitraryMovements, (list) => {
        const process = makeProcess();
        postMovements(process, list);
        expect(addQuantities(...LEDGER_BUCKETS.map((bucket) => process[bucket]))).toBe(
          addQuantities(process.received, process.excess),
        );
        for (const bucket of LEDGER_BUCKETS) expect(process[bucket]).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('returns to its earlier state when every entry is reversed', () => {
    fc.assert(
      fc.property(arbitraryMovements, arbitraryMovements, (before, list) => {
        const process = makeProcess();
        postMovements(process, before);
        const processBefore = { ...process };
        const entries = postMovements(process, list);
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
  const steps = fc.array(
    fc.tuple(fc.nat(3), fc.constantFrom('receive', 'good', 'scrap', 'hold'), fc.integer({ min: 1, max: 5 })),
    { maxLength: 60 },
  );

  const walk = (list: readonly (readonly [number, string, number])[]): LedgerProcess[] => {
    const routing = [0, 1, 2, 3].map((at) => makeProcess({ seq: at * 10 + 10 }));
    recalculateProcesses(routing, singlePartMap);
    for (const [index, movement, quantity] of list) {
      const process = routing[index]!;
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

  test('gives the next process what this one delivered, and no more', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const routing = walk(list);
        routing.forEach((process, at) => {
          expect(process.arrived).toBe(
            at === 0
              ? process.plannedQuantity
              : addQuantities(routing[at - 1]!.good, routing[at - 1]!.concession),
          );
          expect(process.received).toBeLessThanOrEqual(process.arrived);
        });
      }),
    );
  });

  test('passes every loss on to later processes at once', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const routing = walk(list);
        routing.forEach((process, at) => {
          const scrapBefore = addQuantities(...routing.slice(0, at).map((one) => one.scrap));
          expect(process.inheritedLoss).toBe(scrapBefore);
        });
      }),
    );
  });

  test('is derived once: deriving again changes nothing', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const routing = walk(list);
        expect(recalculateProcesses(routing, singlePartMap)).toEqual([]);
        for (const process of routing) expect(process.state).toBe(deriveProcessState(process));
      }),
    );
  });

  test('knows its previous and its last processes, parallel ones together', () => {
    const [a, b1, b2, c] = [10, 20, 20, 30].map((seq) => makeProcess({ seq })) as [
      LedgerProcess,
      LedgerProcess,
      LedgerProcess,
      LedgerProcess,
    ];
    const other = makeProcess({ partId: 2, seq: 25 });
    const routing = [c, b1, other, a, b2];
    expect(findPreviousProcesses(c, routing)).toEqual([b1, b2]);
    expect(findPreviousProcesses(a, routing)).toEqual([]);
    expect(findLastProcesses(1, routing)).toEqual([c]);
  });

  test('gives what all parallel processes have delivered', () => {
    const before = [makeProcess({ seq: 10, good: 4 }), makeProcess({ seq: 10, good: 7, concession: 1 })];
    const after = makeProcess({ seq: 20 });
    recalculateProcesses([...before, after], singlePartMap);
    expect(after.arrived).toBe(4);
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

  test('is finished where nothing is left to do: hold and rework do not block the next', () => {
    const done = makeProcess({ arrived: 10, received: 10, good: 7, hold: 2, reworkOpen: 1 });
    expect(hasNoPiecesToWorkOn(done)).toBe(true);
    for (const bucket of ['machinable', 'inWork', 'outsourced'] as const)
      expect(hasNoPiecesToWorkOn({ ...done, [bucket]: 1 })).toBe(false);
    expect(hasNoPiecesToWorkOn({ ...done, received: subtractQuantities(10, 1) })).toBe(false);
  });
});
