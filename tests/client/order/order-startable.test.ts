import { describe, expect, it } from 'vitest';
import {
  computeDefaultGoodQuantity,
  computeRestartablePieces,
} from '#client/features/order/reporting/default-good.ts';
import { findOpenPredecessors, calculateStartableQuantity } from '#shared/ledger/may-begin.ts';
import { makeProcess } from './make-process.ts';

describe('what a report begins with', () => {
  it('starts what is here, and what has arrived where nobody must receive it first', () => {
    expect(calculateStartableQuantity(makeProcess({ arrived: 8, received: 3, machinable: 2 }))).toBe(7);
    expect(
      calculateStartableQuantity(makeProcess({ arrived: 8, received: 3, machinable: 2, needsReceive: true })),
    ).toBe(2);
    expect(calculateStartableQuantity(makeProcess({ arrived: 0.3, received: 0.1, machinable: 0.1 }))).toBe(
      0.3,
    );
  });

  it('counts as good what was started less what was bad, and gives back what nobody reports', () => {
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
  const first = makeProcess({ processId: 1, seq: 10, name: 'Sawing' });
  const second = makeProcess({ processId: 2, seq: 20, arrived: 4 });
  const finished = { ...first, receivable: 0, received: 10, good: 10 };
  const elsewhere = makeProcess({ processId: 9, partId: 2, seq: 15 });

  it('is the previous process of its part while that has something left to do', () => {
    expect(findOpenPredecessors(second, [first, second, elsewhere])[0]?.name).toBe('Sawing');
    expect(findOpenPredecessors(second, [finished, second, elsewhere])).toEqual([]);
    expect(findOpenPredecessors(second, [{ ...finished, inWork: 1, good: 9 }, second])[0]?.processId).toBe(1);
    // Pieces on hold and in rework do not block the next process.
    expect(findOpenPredecessors(second, [{ ...finished, hold: 1, reworkOpen: 1, good: 8 }, second])).toEqual(
      [],
    );
    expect(findOpenPredecessors(first, [first, second])).toEqual([]);
  });

  it('is ignored for a process that may leapfrog', () => {
    expect(findOpenPredecessors({ ...second, leapfrog: true }, [first, second])).toEqual([]);
  });

  it('is any open one of several parallel processes', () => {
    const beside = makeProcess({ processId: 3, seq: 10, name: 'Drilling' });
    expect(findOpenPredecessors(second, [finished, beside, second])[0]?.name).toBe('Drilling');
  });
});
