import { expect, it } from 'vitest';
import { divideRemaining } from '#shared/planning/operation-shares.ts';

const share = (quantity: number, made = 0) => ({ quantity, made });

it('takes what a machine makes from its own share', () => {
  expect(divideRemaining(10, [share(6), share(4)])).toEqual([6, 4]);
  expect(divideRemaining(7, [share(6), share(4, 3)])).toEqual([6, 1]);
  expect(divideRemaining(6, [share(6), share(4, 4)])).toEqual([6, 0]);
});

it('divides what else changes in proportion to the rests', () => {
  // First, a machine without a share has made 5 of 10 pieces. Then, a machine has made 5 pieces more than its
  // share.
  expect(divideRemaining(5, [share(6), share(4)])).toEqual([3, 2]);
  expect(divideRemaining(1, [share(6), share(4, 9)])).toEqual([1, 0]);
  // First, the order has grown by 5 pieces. Then, a report from before the split was reversed.
  expect(divideRemaining(15, [share(6), share(4)])).toEqual([9, 6]);
  expect(divideRemaining(12, [share(6, -2), share(4)])).toEqual([8, 4]);
  // All shares are made, but one piece was scrapped.
  expect(divideRemaining(1, [share(6, 6), share(4, 4)])).toEqual([1, 0]);
});

it('keeps whole pieces whole, and always adds up', () => {
  expect(divideRemaining(7, [share(5), share(5), share(5)])).toEqual([3, 2, 2]);
  expect(divideRemaining(0.3, [share(0.1), share(0.1), share(0.2)])).toEqual([0.075, 0.075, 0.15]);
  for (let remaining = 0; remaining < 40; remaining++) {
    const left = divideRemaining(remaining, [share(7, 3), share(11), share(5, 9)]);
    expect(left.reduce((sum, part) => sum + part, 0)).toBe(remaining);
    expect(left.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
  }
});
