import { expect, it } from 'vitest';
import { findPartAndSubParts, mayDropPart } from '#client/features/order/parts/sub-parts.ts';

/**
 * A machine with a pump, a wheel in the pump, and a cover beside the machine. The wheel is listed before its parent.
 */
const parts = [
  { id: 3, parentId: 2 },
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 4, parentId: null },
];

it('finds the parts below a part at every level', () => {
  expect([...findPartAndSubParts(parts, 1)].sort()).toEqual([1, 2, 3]);
  expect([...findPartAndSubParts(parts, 3)]).toEqual([3]);
});

it('lets a part be dropped on other parts and on the top level, but neither where it is nor below itself', () => {
  const listDropTargets = (partId: number) =>
    [null, 1, 2, 3, 4].filter((targetId) => mayDropPart(parts, partId, targetId));
  expect(listDropTargets(1)).toEqual([4]);
  expect(listDropTargets(2)).toEqual([null, 4]);
  expect(listDropTargets(3)).toEqual([null, 1, 4]);
  expect(listDropTargets(4)).toEqual([1, 2, 3]);
  expect(listDropTargets(9)).toEqual([]);
});
