import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createEqualRatios,
  getMachinesPerPerson,
  findForbiddenOverlap,
  splitSeconds,
  RATIO_TOTAL_PERCENT,
  type WorkInterval,
} from '#shared/rules/report-limits.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';

describe('the time of several people', () => {
  const ratios = fc.array(
    fc.integer({ min: 1, max: 1_000_000 }).map((one) => one / 10_000),
    { minLength: 1, maxLength: 50 },
  );

  test('adds up to the whole, and nobody is off by a second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), ratios, (seconds, list) => {
        const shares = splitSeconds(seconds, list);
        const total = list.reduce((sum, one) => sum + one, 0);
        expect(shares.reduce((sum, one) => sum + one, 0)).toBe(seconds);
        shares.forEach((share, index) => {
          expect(Number.isInteger(share)).toBe(true);
          expect(Math.abs(share - (seconds * list[index]!) / total)).toBeLessThan(1);
        });
      }),
    );
  });

  test('is zero if every ratio is zero', () => {
    expect(splitSeconds(100, [0, 0])).toEqual([0, 0]);
    expect(splitSeconds(100, [])).toEqual([]);
  });

  test('is divided into equal parts that add up exactly', () => {
    for (let count = 1; count <= 50; count++) {
      const list = createEqualRatios(count);
      expect(addQuantities(...list)).toBe(RATIO_TOTAL_PERCENT);
      expect(Math.max(...list) - Math.min(...list)).toBeLessThan(0.01);
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

describe('stretches of work of one person', () => {
  /** Generates a work interval. The range of times is small, so that intervals often touch and overlap. */
  const stretch = fc
    .record({
      start: fc.integer({ min: 0, max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
      limit: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ start, length, limit }): WorkInterval => ({ start, end: start + length, limit }));

  /** Tells whether, at some time of the added interval, more intervals run at once than one of them allows. */
  const tooMany = (added: WorkInterval, others: readonly WorkInterval[]): boolean => {
    for (let at = added.start; at < added.end; at++) {
      const running = others.filter((one) => one.start <= at && at < one.end);
      if (
        running.length > 0 &&
        running.length + 1 > Math.min(added.limit, ...running.map((one) => one.limit))
      )
        return true;
    }
    return false;
  };

  test('may overlap only as far as each of them allows', () => {
    fc.assert(
      fc.property(stretch, fc.array(stretch, { maxLength: 6 }), (added, others) => {
        const found = findForbiddenOverlap(added, others);
        expect(found !== null).toBe(tooMany(added, others));
        if (!found) return;
        expect(others).toContain(found.other);
        expect(found.limit).toBe(Math.min(added.limit, found.limit, found.other.limit));
      }),
      { numRuns: 2000 },
    );
  });

  test('may touch: one ends when the other begins', () => {
    const one = { start: 0, end: 10, limit: 1 };
    expect(findForbiddenOverlap({ start: 10, end: 20, limit: 1 }, [one])).toBeNull();
    expect(findForbiddenOverlap({ start: 9, end: 20, limit: 1 }, [one])).toEqual({ other: one, limit: 1 });
    expect(
      findForbiddenOverlap({ start: 0, end: Number.POSITIVE_INFINITY, limit: 1 }, [{ ...one, start: 5 }]),
    ).not.toBeNull();
  });
});
