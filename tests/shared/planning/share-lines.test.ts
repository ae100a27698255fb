import { expect, it } from 'vitest';
import { findTurns, isLineIdle } from '#shared/planning/daily-plan/released-queue.ts';
import { judgeDay } from '#shared/planning/daily-plan/adherence.ts';

const line = (shareId: number, deviceId: number) => ({
  planId: 1,
  processId: 7,
  shareId,
  workGroupId: 1,
  deviceId,
});

it('gives each share its place in the queue of its device', () => {
  // The other process comes after the share at the second device.
  const other = { ...line(0, 12), processId: 8 };
  const turns = findTurns([line(101, 11), line(102, 12), other]);
  expect([...turns]).toEqual([
    [7, 'nextTurn'],
    [8, 'afterNextTurn'],
  ]);
  const open = [{ deviceId: 11 }];
  expect([line(101, 11), line(102, 12), line(0, 12)].map((each) => isLineIdle(each, open))).toEqual([
    false,
    true,
    false,
  ]);
});

it('judges each share by the work of its device', () => {
  const hour = 3_600_000;
  const released = (shareId: number, deviceId: number) => ({
    ...line(shareId, deviceId),
    startsAt: 8 * hour,
    endsAt: 10 * hour,
    quantity: 5,
    wasRunning: false,
  });
  const judged = judgeDay({
    dayStart: 0,
    dayEnd: 24 * hour,
    releases: [{ releasedAt: 0, lines: [released(101, 11), released(102, 12)] }],
    work: [{ processId: 7, deviceId: 11, startedAt: 8 * hour, endedAt: 9 * hour, good: 10 }],
    toleranceMs: 0,
  });
  expect(judged.map(({ isStartedInTime, isFinished }) => [isStartedInTime, isFinished])).toEqual([
    [true, true],
    [false, false],
  ]);
});
