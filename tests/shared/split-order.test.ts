import { describe, expect, it } from 'vitest';
import { divideOrder, findLargestSplit, isSplitPossible } from '#shared/ledger/split-order.ts';

/** Creates a random generator. Each run of the test uses the same numbers. */
function createRandom(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 1 + (state % max);
  };
}

/** Makes an order with a root part, two levels of parts below it, and two processes of each part. */
function makeOrder(random: (max: number) => number) {
  const quantity = random(40) + 1;
  const root = { id: 1, parentId: null, quantity, quantityPer: 1 };
  const middle = {
    id: 2,
    parentId: 1,
    quantityPer: random(4),
    quantity: 0,
  };
  middle.quantity = quantity * middle.quantityPer + random(5) - 1;
  const leaf = { id: 3, parentId: 2, quantityPer: random(3), quantity: 0 };
  leaf.quantity = middle.quantity * leaf.quantityPer + random(5) - 1;
  const parts = [leaf, middle, root];
  const processes = parts.flatMap(({ id, quantity: pieces }) => [
    { id: id * 10, partId: id, plannedQuantity: null, received: random(pieces) - 1 },
    { id: id * 10 + 1, partId: id, plannedQuantity: pieces, received: 0 },
  ]);
  return { quantity, parts, processes };
}

describe('the quantities of a split order', () => {
  it('add up to the old ones, and no assembly of either order lacks pieces', () => {
    const random = createRandom(7);
    for (let round = 0; round < 500; round++) {
      const order = makeOrder(random);
      const splitOff = random(order.quantity - 1);
      const splitQuantities = divideOrder(order, splitOff);
      expect(splitQuantities.order).toEqual({ remaining: order.quantity - splitOff, splitOff });
      for (const part of order.parts) {
        const shares = splitQuantities.parts.get(part.id)!;
        expect(shares.remaining + shares.splitOff).toBe(part.quantity);
        expect([shares.remaining, shares.splitOff].every(Number.isInteger)).toBe(true);
        if (part.parentId === null) continue;
        const parent = splitQuantities.parts.get(part.parentId)!;
        expect(shares.remaining).toBeGreaterThanOrEqual(parent.remaining * part.quantityPer);
        expect(shares.splitOff).toBeGreaterThanOrEqual(parent.splitOff * part.quantityPer);
      }
      for (const { id, partId } of order.processes)
        expect(splitQuantities.processes.get(id)).toEqual(splitQuantities.parts.get(partId));
    }
  });

  it('can be split up to the largest possible quantity, and not beyond', () => {
    const random = createRandom(11);
    let limitedCount = 0;
    for (let round = 0; round < 500; round++) {
      const order = makeOrder(random);
      const largestSplit = findLargestSplit(order);
      const possibleQuantities = Array.from({ length: order.quantity }, (_, index) => index + 1).filter(
        (quantity) => isSplitPossible(divideOrder(order, quantity)),
      );
      expect(possibleQuantities).toEqual(Array.from({ length: largestSplit }, (_, index) => index + 1));
      if (largestSplit < order.quantity - 1) limitedCount += 1;
    }
    expect(limitedCount).toBeGreaterThan(100);
  });

  it('have decimals if the order has, and the step of 0.0001 as the smallest remainder', () => {
    const order = {
      quantity: 2.5,
      parts: [{ id: 1, parentId: null, quantity: 5, quantityPer: null }],
      processes: [{ id: 10, partId: 1, plannedQuantity: 5, received: 2 }],
    };
    const splitQuantities = divideOrder(order, 0.3);
    expect(splitQuantities.parts.get(1)).toEqual({ remaining: 4.4, splitOff: 0.6 });
    expect(findLargestSplit(order)).toBe(1.5);
    expect(findLargestSplit({ ...order, processes: [] })).toBe(2.4999);
    expect(divideOrder(order, 2).blockingProcess).toBe(order.processes[0]);
    expect(divideOrder(order, 2.5).hasRemainder).toBe(false);
  });
});
