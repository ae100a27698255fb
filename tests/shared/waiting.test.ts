import { describe, expect, it } from 'vitest';
import { deriveProcessState, type Ledger } from '#shared/ledger/process-state.ts';
import { makeWaitFinder, type RoutedProcess } from '#shared/ledger/waiting.ts';
import { emptyLedger } from '#tests/support/empty-ledger.ts';

const PARTS_BY_ID: Record<number, { partName: string; parentId: number | null; quantityPer: number }> = {
  1: { partName: 'Shaft', parentId: null, quantityPer: 1 },
  2: { partName: 'Housing', parentId: 1, quantityPer: 2 },
  3: { partName: 'Lid', parentId: 1, quantityPer: 1 },
};

/** Makes a process of ten pieces. `overrides` replaces fields of its ledger and of the process. */
function makeProcess(id: number, seq: number, overrides: Partial<RoutedProcess> = {}): RoutedProcess {
  const ledger: Ledger = {
    ...emptyLedger,
    ...overrides,
  };
  const partId = overrides.partId ?? 1;
  return {
    ...ledger,
    id,
    seq,
    partId,
    name: `P${id}`,
    leapfrog: false,
    needsReceive: false,
    warehoused: 0,
    ...PARTS_BY_ID[partId]!,
    ...overrides,
    state: overrides.state ?? deriveProcessState(ledger),
  };
}
const findWaitById = (routing: RoutedProcess[], id: number) =>
  makeWaitFinder(routing)(routing.find((process) => process.id === id)!);
const makeRunningLedger = (good: number, inWork: number) => ({
  arrived: 10,
  received: 10,
  good,
  inWork,
  machinable: 10 - good - inWork,
  openReports: inWork > 0 ? 1 : 0,
  hasRun: true,
});

describe('what a process waits for', () => {
  it('is nothing while work is in progress, and after it is completed', () => {
    expect(findWaitById([makeProcess(1, 10, makeRunningLedger(0, 4))], 1)).toBeNull();
    expect(findWaitById([makeProcess(1, 10, { arrived: 10, received: 10, good: 10 })], 1)).toBeNull();
    expect(
      findWaitById([makeProcess(1, 10, { arrived: 10, received: 10, scrap: 10, hasRun: true })], 1),
    ).toBeNull();
  });

  it('is a start, or a receipt if the process requires one', () => {
    expect(findWaitById([makeProcess(1, 10, { arrived: 10 })], 1)).toMatchObject({
      for: 'start',
      quantity: 10,
      at: null,
    });
    const partlyReceived = makeProcess(1, 10, {
      arrived: 10,
      received: 4,
      machinable: 4,
      needsReceive: true,
    });
    expect(findWaitById([partlyReceived], 1)).toMatchObject({ for: 'start', quantity: 4 });
    expect(findWaitById([{ ...partlyReceived, received: 0, machinable: 0 }], 1)).toMatchObject({
      for: 'receive',
      quantity: 10,
    });
  });

  it('is the previous process, with the quantity that it still has to deliver', () => {
    const routing = [
      makeProcess(1, 10, { arrived: 10, received: 10, good: 3, machinable: 7 }),
      makeProcess(2, 20),
    ];
    expect(findWaitById(routing, 2)).toMatchObject({
      for: 'process',
      quantity: 7,
      at: { processId: 1, seq: 10, name: 'P1' },
      root: null,
      rootFor: 'start',
    });
  });

  it('is the unfinished previous process even if pieces have arrived, unless the process may leapfrog', () => {
    const routing = [makeProcess(1, 10, makeRunningLedger(6, 4)), makeProcess(2, 20, { arrived: 6 })];
    expect(findWaitById(routing, 2)).toMatchObject({
      for: 'process',
      quantity: 4,
      at: { processId: 1 },
      rootFor: 'running',
    });
    const leapfrogRouting = [routing[0]!, { ...routing[1]!, leapfrog: true }];
    expect(findWaitById(leapfrogRouting, 2)).toMatchObject({ for: 'start', quantity: 6 });
  });

  it('names the first process that blocks all later ones', () => {
    const routing = [
      makeProcess(1, 10, { arrived: 10, received: 10, good: 8, hold: 2 }),
      makeProcess(2, 20, { arrived: 8, received: 8, good: 8 }),
      makeProcess(3, 30, { arrived: 8, received: 8, good: 8 }),
      makeProcess(4, 40, { arrived: 8, received: 8, good: 8 }),
    ];
    expect(findWaitById(routing, 1)).toMatchObject({ for: 'decision', quantity: 2 });
    expect(findWaitById(routing, 4)).toMatchObject({
      for: 'process',
      quantity: 2,
      at: { processId: 3 },
      root: { processId: 1 },
      rootFor: 'decision',
    });
  });

  it('is a supplier, a decision, rework, or the replacement of scrapped pieces', () => {
    const arrivedLedger = { arrived: 10, received: 10 };
    expect(findWaitById([makeProcess(1, 10, { ...arrivedLedger, outsourced: 10 })], 1)).toMatchObject({
      for: 'outside',
      quantity: 10,
    });
    expect(
      findWaitById([makeProcess(1, 10, { ...arrivedLedger, good: 7, hold: 1, reworkOpen: 2 })], 1),
    ).toMatchObject({
      for: 'decision',
      quantity: 1,
    });
    expect(findWaitById([makeProcess(1, 10, { ...arrivedLedger, good: 8, reworkOpen: 2 })], 1)).toMatchObject(
      {
        for: 'rework',
        quantity: 2,
      },
    );
    expect(findWaitById([makeProcess(1, 10, { ...arrivedLedger, good: 9, scrap: 1 })], 1)).toMatchObject({
      for: 'replacement',
      quantity: 1,
    });
  });

  it('does not wait for pieces that an earlier process lost', () => {
    const routing = [
      makeProcess(1, 10, { arrived: 10, received: 10, good: 9, scrap: 1, state: 'scrapped' }),
      makeProcess(2, 20, { arrived: 9, received: 9, good: 8, scrap: 1, inheritedLoss: 1 }),
    ];
    expect(findWaitById(routing, 2)).toMatchObject({ for: 'replacement', quantity: 1 });
  });

  it('is its resumption while it is suspended', () => {
    const routing = [
      makeProcess(1, 10, { arrived: 10, suspendedAt: '2026-11-21T00:00:00.000Z' }),
      makeProcess(2, 20),
    ];
    expect(findWaitById(routing, 1)).toMatchObject({ for: 'resume' });
    expect(findWaitById(routing, 2)).toMatchObject({
      for: 'process',
      at: { processId: 1 },
      rootFor: 'resume',
    });
  });

  it('is, for an assembly, the last process of the part furthest behind; the other parts are counted', () => {
    const routing = [
      makeProcess(1, 10),
      makeProcess(2, 10, { partId: 2, plannedQuantity: 20, arrived: 20, received: 20, good: 20 }),
      makeProcess(3, 20, {
        partId: 2,
        plannedQuantity: 20,
        arrived: 20,
        received: 20,
        good: 6,
        machinable: 14,
      }),
      makeProcess(4, 10, { partId: 3, arrived: 10, received: 10, good: 8, machinable: 2 }),
    ];
    expect(findWaitById(routing, 1)).toMatchObject({
      for: 'process',
      quantity: 14,
      at: { processId: 3, partName: 'Housing' },
      others: 1,
    });
  });

  it('is the parallel process that still has more to deliver', () => {
    const routing = [
      makeProcess(1, 10, { arrived: 10, received: 10, good: 9, machinable: 1 }),
      makeProcess(2, 10, { arrived: 10, received: 10, good: 2, machinable: 8 }),
      makeProcess(3, 20, { arrived: 2 }),
    ];
    expect(findWaitById(routing, 3)).toMatchObject({ at: { processId: 2 }, quantity: 8, others: 1 });
  });
});
