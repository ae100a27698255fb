import { describe, expect, it } from 'vitest';
import { defaultGood, uncountedPieces } from '#client/features/order/reporting/default-good.ts';
import { openPredecessors, startable } from '#shared/ledger/may-begin.ts';
import { process } from './order-process.ts';

describe('what a report begins with', () => {
  it('starts what is here, and what has arrived where nobody must receive it first', () => {
    expect(startable(process({ arrived: 8, received: 3, machinable: 2 }))).toBe(7);
    expect(startable(process({ arrived: 8, received: 3, machinable: 2, needsReceive: true }))).toBe(2);
    expect(startable(process({ arrived: 0.3, received: 0.1, machinable: 0.1 }))).toBe(0.3);
  });

  it('counts as good what was started less what was bad, and gives back what nobody reports', () => {
    expect(defaultGood(8, 0, 0)).toBe(8);
    expect(defaultGood(8, 1, 2)).toBe(5);
    expect(defaultGood(0.3, 0.1, 0.2)).toBe(0);
    expect(defaultGood(2, 3, 0)).toBe(0);
    expect(uncountedPieces(8, 5, 1, 0)).toBe(2);
    expect(uncountedPieces(8, 9)).toBe(0);
    expect(uncountedPieces(0.3, 0.1, 0.1)).toBe(0.1);
  });
});

describe('the predecessor that blocks a start', () => {
  const first = process({ processId: 1, seq: 10, name: 'Sawing' });
  const second = process({ processId: 2, seq: 20, arrived: 4 });
  const finished = { ...first, receivable: 0, received: 10, good: 10 };
  const elsewhere = process({ processId: 9, partId: 2, seq: 15 });

  it('is the previous process of its part while that has something left to do', () => {
    expect(openPredecessors(second, [first, second, elsewhere])[0]?.name).toBe('Sawing');
    expect(openPredecessors(second, [finished, second, elsewhere])).toEqual([]);
    expect(openPredecessors(second, [{ ...finished, inWork: 1, good: 9 }, second])[0]?.processId).toBe(1);
    // Pieces on hold and in rework do not block the next process.
    expect(openPredecessors(second, [{ ...finished, hold: 1, reworkOpen: 1, good: 8 }, second])).toEqual([]);
    expect(openPredecessors(first, [first, second])).toEqual([]);
  });

  it('is ignored for a process that may leapfrog', () => {
    expect(openPredecessors({ ...second, leapfrog: true }, [first, second])).toEqual([]);
  });

  it('is any open one of several parallel processes', () => {
    const beside = process({ processId: 3, seq: 10, name: 'Drilling' });
    expect(openPredecessors(second, [finished, beside, second])[0]?.name).toBe('Drilling');
  });
});
