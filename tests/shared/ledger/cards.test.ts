import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTakenPieces, type CardHolding, type CardProcess } from '#shared/ledger/cards.ts';
import { divideCardPieces, divideEqually } from '#shared/ledger/divide-card.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';

const makeProcess = (id: number, plannedQuantity: number): CardProcess => ({
  id,
  partId: 1,
  seq: id * 10,
  plannedQuantity,
  scrapAllowance: 0,
  arrived: 0,
  received: 0,
  machinable: 0,
  inWork: 0,
  outsourced: 0,
  good: 0,
  concession: 0,
  scrap: 0,
  reworkOpen: 0,
  inRework: 0,
});
const makeCard = (
  quantity: number,
  pieces: [good: number, scrap: number, rework: number][],
): CardHolding => ({
  id: 1,
  code: 'C-01',
  version: 1,
  partId: 1,
  quantity,
  state: 'active',
  partQuantity: quantity,
  pieces: new Map(pieces.map(([good, scrap, rework], index) => [index + 1, { good, scrap, rework }])),
  inWork: new Map(),
});

test('the pieces that got furthest are split off, and bad pieces stay', () => {
  const card = makeCard(100, [
    [95, 5, 0],
    [40, 0, 3],
  ]);
  const processes = [makeProcess(1, 100), makeProcess(2, 100)];
  const { splitOff, rest } = divideCardPieces(card, processes, 40);
  expect([splitOff.get(1), splitOff.get(2)]).toEqual([
    { good: 40, scrap: 0, rework: 0 },
    { good: 40, scrap: 0, rework: 0 },
  ]);
  expect([rest.get(1), rest.get(2)]).toEqual([
    { good: 55, scrap: 5, rework: 0 },
    { good: 0, scrap: 0, rework: 3 },
  ]);
});

test('bad pieces are split off only if too few others are there, from the last process first', () => {
  const card = makeCard(10, [
    [8, 2, 0],
    [4, 1, 0],
  ]);
  const { splitOff } = divideCardPieces(card, [makeProcess(1, 10), makeProcess(2, 10)], 9);
  // 7 pieces are not scrapped. The split takes the scrapped piece of the second process first.
  expect([splitOff.get(1), splitOff.get(2)]).toEqual([
    { good: 8, scrap: 1, rework: 0 },
    { good: 4, scrap: 1, rework: 0 },
  ]);
});

test('pieces that were scrapped later stay with what they passed before', () => {
  const card = makeCard(2, [
    [1, 0, 0],
    [0, 0, 1],
  ]);
  const { splitOff, rest } = divideCardPieces(card, [makeProcess(1, 2), makeProcess(2, 2)], 1);
  expect([splitOff.get(1)!.good, rest.get(1)!.good, rest.get(2)!.rework]).toEqual([0, 1, 1]);
});

test('at parallel processes each share has what its own pieces passed', () => {
  const card = makeCard(10, [
    [6, 0, 0],
    [2, 0, 0],
  ]);
  const processes = [makeProcess(1, 10), { ...makeProcess(2, 10), seq: 10 }];
  const { splitOff, rest } = divideCardPieces(card, processes, 4);
  expect([splitOff.get(1)!.good, splitOff.get(2)!.good]).toEqual([4, 2]);
  expect([rest.get(1)!.good, rest.get(2)!.good]).toEqual([2, 0]);
});

test('a process that makes two pieces for each piece of the part passes on twice as many', () => {
  const card = makeCard(10, [[12, 0, 0]]);
  const { splitOff, rest } = divideCardPieces(card, [makeProcess(1, 20)], 4);
  expect([splitOff.get(1)!.good, rest.get(1)!.good]).toEqual([8, 4]);
});

test('no share has more at a process than its quantity, and nothing is lost', () => {
  let checkedCount = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 30 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(4), fc.nat(3)), { minLength: 1, maxLength: 4 }),
      fc.nat(30),
      (quantity, wishes, wantedQuantity) => {
        let arrivedQuantity = quantity;
        const pieces = wishes.map(([good, scrap, rework]): [number, number, number] => {
          const lostQuantity = Math.min(scrap, arrivedQuantity);
          const reworkedQuantity = Math.min(rework, arrivedQuantity - lostQuantity);
          const passedQuantity = Math.min(good, arrivedQuantity - lostQuantity - reworkedQuantity);
          arrivedQuantity = passedQuantity;
          return [passedQuantity, lostQuantity, reworkedQuantity];
        });
        const splitQuantity = 1 + (wantedQuantity % (quantity - 1));
        const card = makeCard(quantity, pieces);
        const processes = pieces.map((_, index) => makeProcess(index + 1, quantity));
        const { splitOff, rest } = divideCardPieces(card, processes, splitQuantity);
        for (const [shares, share] of [
          [splitOff, splitQuantity],
          [rest, quantity - splitQuantity],
        ] as const) {
          let limit: number = share;
          for (const process of processes) {
            const changedCard = { ...card, pieces: shares };
            expect(countTakenPieces(changedCard, process.id)).toBeLessThanOrEqual(limit);
            for (const value of Object.values(shares.get(process.id)!))
              expect(value).toBeGreaterThanOrEqual(0);
            limit = shares.get(process.id)!.good;
          }
        }
        for (const process of processes)
          for (const kind of ['good', 'scrap', 'rework'] as const)
            expect(addQuantities(splitOff.get(process.id)![kind], rest.get(process.id)![kind])).toBe(
              card.pieces.get(process.id)![kind],
            );
        checkedCount += 1;
      },
    ),
    { numRuns: 2000 },
  );
  expect(checkedCount).toBe(2000);
});

test('equal shares add up to the quantity', () => {
  expect(divideEqually(100, 4)).toEqual([25, 25, 25, 25]);
  expect(divideEqually(10, 3)).toEqual([4, 3, 3]);
  expect(divideEqually(2.5, 2)).toEqual([1.25, 1.25]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 2, max: 100 }),
      (hundredths, count) => {
        const quantity = hundredths / 100;
        expect(addQuantities(...divideEqually(quantity, count))).toBe(quantity);
      },
    ),
  );
});
