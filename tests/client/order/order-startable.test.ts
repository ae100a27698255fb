import { describe, expect, it } from 'vitest';
import {
  computeDefaultGoodQuantity,
  computeRestartablePieces,
} from '#client/production/reporting/default-good.ts';
import { findOpenPredecessors, calculateStartableQuantity } from '#shared/ledger/may-begin.ts';
import { makeProcess } from './make-process.ts';

describe('the quantities that a report proposes', () => {
  it('start with the received pieces, and with arrived pieces unless receiving is a separate step', () => {
    expect(calculateStartableQuantity(makeProcess({ arrived: 8, received: 3, machinable: 2 }))).toBe(7);
    expect(
      calculateStartableQuantity(makeProcess({ arrived: 8, received: 3, machinable: 2, needsReceive: true })),
    ).toBe(2);
    expect(calculateStartableQuantity(makeProcess({ arrived: 0.3, received: 0.1, machinable: 0.1 }))).toBe(
      0.3,
    );
  });

  it('count the started pieces without the bad ones as good, and let unreported pieces be restarted', () => {
    expect(computeDefaultGoodQuantity(8, 0, 0)).toBe(8);
    expect(computeDefaultGoodQuantity(8, 1, 2)).toBe(5);
    expect(computeDefaultGoodQuantity(0.3, 0.1, 0.2)).toBe(0);
    expect(computeDefaultGoodQuantity(2, 3, 0)).toBe(0);
    expect(computeRestartablePieces(8, 5, 1, 0)).toBe(2);
    expect(computeRestartablePieces(8, 9)).toBe(0);
    expect(computeRestartablePieces(0.3, 0.1, 0.1)).toBe(0.1);
  });
});

describe('the predecessor that blocks a start', () => {
  const firstProcess = makeProcess({ processId: 1, seq: 10, name: 'Sawing' });
  const secondProcess = makeProcess({ processId: 2, seq: 20, arrived: 4 });
  const finishedFirstProcess = { ...firstProcess, receivable: 0, received: 10, good: 10 };
  const processOfOtherPart = makeProcess({ processId: 9, partId: 2, seq: 15 });

  it('is the previous process of the part while pieces are left at it', () => {
    expect(
      findOpenPredecessors(secondProcess, [firstProcess, secondProcess, processOfOtherPart])[0]?.name,
    ).toBe('Sawing');
    expect(
      findOpenPredecessors(secondProcess, [finishedFirstProcess, secondProcess, processOfOtherPart]),
    ).toEqual([]);
    expect(
      findOpenPredecessors(secondProcess, [{ ...finishedFirstProcess, inWork: 1, good: 9 }, secondProcess])[0]
        ?.processId,
    ).toBe(1);
    // Pieces on hold and in rework do not block the next process.
    expect(
      findOpenPredecessors(secondProcess, [
        { ...finishedFirstProcess, hold: 1, reworkOpen: 1, good: 8 },
        secondProcess,
      ]),
    ).toEqual([]);
    expect(findOpenPredecessors(firstProcess, [firstProcess, secondProcess])).toEqual([]);
  });

  it('is ignored for a process that may leapfrog', () => {
    expect(findOpenPredecessors({ ...secondProcess, leapfrog: true }, [firstProcess, secondProcess])).toEqual(
      [],
    );
  });

  it('is any open one of several parallel processes', () => {
    const parallelProcess = makeProcess({ processId: 3, seq: 10, name: 'Drilling' });
    expect(
      findOpenPredecessors(secondProcess, [finishedFirstProcess, parallelProcess, secondProcess])[0]?.name,
    ).toBe('Drilling');
  });
});
