import { expect, it } from 'vitest';
import { compareLines, countChangesByGroup } from '#shared/planning/daily-plan/compare-lines.ts';
import { findTurns, listEarlierLines } from '#shared/planning/daily-plan/released-queue.ts';
import { sharePlacedQuantity } from '#shared/planning/place-work.ts';

const makeLine = (processId: number, deviceId: number | null, workGroupId = 1) => ({
  planId: 1,
  processId,
  deviceId,
  workGroupId,
});
const LINES = [
  makeLine(1, 10),
  makeLine(2, 20),
  makeLine(3, 10),
  makeLine(4, null),
  makeLine(5, null),
  makeLine(6, 10),
];

it('the turns count separately for each device, and for work of a group without a device', () => {
  expect([...findTurns(LINES)]).toEqual([
    [1, 'nextTurn'],
    [2, 'nextTurn'],
    [3, 'afterNextTurn'],
    [4, 'nextTurn'],
    [5, 'afterNextTurn'],
    [6, 'laterTurn'],
  ]);
});

it('the earlier lines are those before a process at its device, or all lines of the device for other work', () => {
  const listIds = (processId: number, deviceId: number | null, workGroupId = 1) =>
    listEarlierLines(LINES, { deviceId, workGroupId }, processId).map((line) => line.processId);
  expect(listIds(1, 10)).toEqual([]);
  expect(listIds(6, 10)).toEqual([1, 3]);
  expect(listIds(99, 10)).toEqual([1, 3, 6]);
  expect(listIds(5, null)).toEqual([4]);
  // The line is planned for another device, so it is other work here.
  expect(listIds(2, 10)).toEqual([1, 3, 6]);
  expect(listIds(5, null, 2)).toEqual([]);
});

it('changes of a plan are found by place and by the minute of the start', () => {
  const makePlace = (processId: number, startsAt: string | null, deviceId = 10, workGroupId = 1) => ({
    processId,
    startsAt,
    deviceId,
    workGroupId,
  });
  const before = [
    makePlace(1, '2026-01-01T08:00:10Z'),
    makePlace(2, '2026-01-01T08:00:00Z'),
    makePlace(3, null),
    makePlace(4, null),
    makePlace(5, null),
  ];
  const after = [
    makePlace(1, '2026-01-01T08:00:50Z'),
    makePlace(2, '2026-01-01T08:01:00Z'),
    makePlace(3, null, 10, 2),
    makePlace(6, null),
  ];
  const changes = compareLines(before, after, (processId) => processId === 5);
  expect([...changes]).toEqual([
    [2, 'lineMoved'],
    [3, 'lineMoved'],
    [6, 'lineAdded'],
    [4, 'lineDropped'],
  ]);
  expect(countChangesByGroup(before, after, changes)).toEqual([
    { workGroupId: 1, added: 1, moved: 2, dropped: 1 },
    { workGroupId: 2, added: 0, moved: 1, dropped: 0 },
  ]);
});

it('a quantity is divided into parts that add up, and a whole quantity into whole parts', () => {
  const share = (quantity: number, days: number) =>
    Array.from({ length: days }, (_, position) =>
      sharePlacedQuantity(quantity, { kind: 'planned', days: [], dayCount: days }, position),
    );
  expect(share(7, 3)).toEqual([2, 2, 3]);
  expect(share(1, 3)).toEqual([0, 0, 1]);
  expect(share(0.5, 2)).toEqual([0.25, 0.25]);
  const weightedPlacement = { kind: 'planned', days: [0, 1], dayCount: 2, weights: [30, 60] } as const;
  expect([0, 1].map((position) => sharePlacedQuantity(7, weightedPlacement, position))).toEqual([2, 5]);
});
