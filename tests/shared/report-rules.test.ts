import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createEqualRatios,
  getMachinesPerPerson,
  findForbiddenOverlap,
  RATIO_TOTAL_PERCENT,
  type WorkInterval,
} from '#shared/rules/report-limits.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';

describe('the ratio of several people', () => {
  test('is divided into equal parts that add up exactly', () => {
    for (let count = 1; count <= 50; count++) {
      const equalRatios = createEqualRatios(count);
      expect(addQuantities(...equalRatios)).toBe(RATIO_TOTAL_PERCENT);
      expect(Math.max(...equalRatios) - Math.min(...equalRatios)).toBeLessThan(0.01);
    }
  });
});

describe('the man–machine ratio', () => {
  test('says how many machines one person may serve', () => {
    expect(getMachinesPerPerson(null)).toBe(1);
    expect(getMachinesPerPerson(1)).toBe(1);
    expect(getMachinesPerPerson(0.5)).toBe(2);
    expect(getMachinesPerPerson(1 / 3)).toBe(3);
    expect(getMachinesPerPerson(0.3333)).toBe(3);
    expect(getMachinesPerPerson(2)).toBe(1);
  });
});

describe('work intervals of one person', () => {
  /** Generates a work interval. The range of times is small, so that intervals often touch and overlap. */
  const arbitraryInterval = fc
    .record({
      start: fc.integer({ min: 0, max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
      limit: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ start, length, limit }): WorkInterval => ({ start, end: start + length, limit }));

  /** Whether, at some time of `addedInterval`, more intervals run than one of them allows. */
  const exceedsLimit = (addedInterval: WorkInterval, otherIntervals: readonly WorkInterval[]): boolean => {
    for (let at = addedInterval.start; at < addedInterval.end; at++) {
      const runningIntervals = otherIntervals.filter((interval) => interval.start <= at && at < interval.end);
      if (
        runningIntervals.length > 0 &&
        runningIntervals.length + 1 >
          Math.min(addedInterval.limit, ...runningIntervals.map((interval) => interval.limit))
      )
        return true;
    }
    return false;
  };

  test('may overlap only as far as each of them allows', () => {
    fc.assert(
      fc.property(
        arbitraryInterval,
        fc.array(arbitraryInterval, { maxLength: 6 }),
        (addedInterval, otherIntervals) => {
          const overlap = findForbiddenOverlap(addedInterval, otherIntervals);
          expect(overlap !== null).toBe(exceedsLimit(addedInterval, otherIntervals));
          if (!overlap) return;
          expect(otherIntervals).toContain(overlap.other);
          expect(overlap.limit).toBe(Math.min(addedInterval.limit, overlap.limit, overlap.other.limit));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('may touch: one ends when the other begins', () => {
    const interval = { start: 0, end: 10, limit: 1 };
    expect(findForbiddenOverlap({ start: 10, end: 20, limit: 1 }, [interval])).toBeNull();
    expect(findForbiddenOverlap({ start: 9, end: 20, limit: 1 }, [interval])).toEqual({
      other: interval,
      limit: 1,
    });
    expect(
      findForbiddenOverlap({ start: 0, end: Number.POSITIVE_INFINITY, limit: 1 }, [
        { ...interval, start: 5 },
      ]),
    ).not.toBeNull();
  });
});
