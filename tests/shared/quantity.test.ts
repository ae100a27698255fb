import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  subtractQuantities,
  roundQuantity,
  countCompleteSets,
  countPiecesInSets,
  addQuantities,
  scaleQuantity,
} from '#shared/ledger/quantity.ts';

/** Exact quantities, as integers in ten-thousandths. */
const arbitraryTenThousandths = fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 });
const arbitraryQuantity = arbitraryTenThousandths.map((tenThousandths) => tenThousandths / 10_000);

describe('quantities', () => {
  test('carry no error of binary fractions', () => {
    expect(addQuantities(0.1, 0.2)).toBe(0.3);
    expect(subtractQuantities(0.3, 0.1)).toBe(0.2);
    expect(addQuantities(...Array.from({ length: 10_000 }, () => 0.0001))).toBe(1);
  });

  test('add up exactly, in any order', () => {
    fc.assert(
      fc.property(fc.array(arbitraryTenThousandths, { maxLength: 50 }), (tenThousandths) => {
        const exactSum =
          Number(tenThousandths.reduce((total, amount) => total + BigInt(amount), 0n)) / 10_000;
        expect(addQuantities(...tenThousandths.map((amount) => amount / 10_000))).toBe(exactSum);
        expect(addQuantities(...tenThousandths.map((amount) => amount / 10_000).reverse())).toBe(exactSum);
      }),
    );
  });

  test('are the same again after others are added and subtracted', () => {
    fc.assert(
      fc.property(
        arbitraryQuantity,
        fc.array(arbitraryQuantity, { maxLength: 20 }),
        (first, otherQuantities) => {
          expect(subtractQuantities(addQuantities(first, ...otherQuantities), ...otherQuantities)).toBe(
            first,
          );
        },
      ),
    );
  });

  test('are rounded to four decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        const roundedValue = roundQuantity(value);
        expect(Math.abs(roundedValue - value)).toBeLessThanOrEqual(0.00005 + 1e-6);
        expect(roundQuantity(roundedValue)).toBe(roundedValue);
      }),
    );
  });

  test('hold as many whole sets as fit, never one more', () => {
    expect(countCompleteSets(10, 3)).toBe(3);
    expect(countCompleteSets(0.3, 0.1)).toBe(3);
    expect(countCompleteSets(7.5, 1)).toBe(7.5);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.integer({ min: 1, max: 1e8 }),
        (tenThousandths, tenThousandthsPerSet) => {
          fc.pre(tenThousandthsPerSet !== 10_000);
          const setCount = countCompleteSets(tenThousandths / 10_000, tenThousandthsPerSet / 10_000);
          expect(Number.isInteger(setCount)).toBe(true);
          expect(BigInt(setCount) * BigInt(tenThousandthsPerSet) <= BigInt(tenThousandths)).toBe(true);
          expect(BigInt(setCount + 1) * BigInt(tenThousandthsPerSet) > BigInt(tenThousandths)).toBe(true);
        },
      ),
    );
  });

  test('of begun sets need all pieces of these', () => {
    expect(countPiecesInSets(0.5, 1)).toBe(0.5);
    expect(countPiecesInSets(0.5, 2)).toBe(2);
    expect(countPiecesInSets(3, 0.5)).toBe(1.5);
    fc.assert(
      fc.property(
        fc.integer({ max: 1e6, min: 0 }),
        fc.integer({ min: 1, max: 1e5 }),
        (tenThousandthsOfSets, tenThousandthsPerSet) => {
          const [setCount, piecesPerSet] = [tenThousandthsOfSets / 10_000, tenThousandthsPerSet / 10_000];
          const pieces = countPiecesInSets(setCount, piecesPerSet);
          expect(countCompleteSets(pieces, piecesPerSet)).toBeGreaterThanOrEqual(setCount);
        },
      ),
    );
  });

  test('are scaled in whole pieces where they are whole, and never to nothing', () => {
    expect(scaleQuantity(9, 4, 10)).toBe(23);
    expect(scaleQuantity(9, 4, 4)).toBe(9);
    expect(scaleQuantity(1, 1000, 1)).toBe(1);
    expect(scaleQuantity(7.5, 5, 10)).toBe(15);
    expect(scaleQuantity(1, 3, 0.5)).toBe(0.1667);
    expect(scaleQuantity(0.0001, 10, 1)).toBe(0.0001);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e5 }),
        fc.integer({ min: 1, max: 1e5 }),
        fc.integer({ min: 1, max: 1e5 }),
        (value, from, to) => {
          const scaledQuantity = scaleQuantity(value, from, to);
          expect(Number.isInteger(scaledQuantity)).toBe(true);
          expect(scaledQuantity * from).toBeGreaterThan(value * to - from);
          expect(scaleQuantity(value, from, from)).toBe(value);
        },
      ),
    );
  });
});
