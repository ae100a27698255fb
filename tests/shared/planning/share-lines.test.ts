import { expect, it } from 'vitest';
import { findTurns, isLineIdle } from '#shared/planning/daily-plan/released-queue.ts';
import { judgeDay } from '#shared/planning/daily-plan/adherence.ts';

const makeLine = (shareId: number, deviceId: number) => ({
  planId: 1,
  processId: 7,
  shareId,
  workGroupId: 1,
  deviceId,
});

it('gives each share its place in the queue of its device', () => {
  // The other process comes after the second share at device 12.
  const otherLine = { ...makeLine(0, 12), processId: 8 };
  const turns = findTurns([makeLine(101, 11), makeLine(102, 12), otherLine]);
  expect([...turns]).toEqual([
    [7, 'nextTurn'],
    [8, 'afterNextTurn'],
  ]);
  const openReports = [{ deviceId: 11 }];
  expect(
    [makeLine(101, 11), makeLine(102, 12), makeLine(0, 12)].map((checkedLine) =>
      isLineIdle(checkedLine, openReports),
    ),
  ).toEqual([false, true, false]);
});

it('judges each share by the work of its device', () => {
  const hour = 3_600_000;
  const makeReleasedLine = (shareId: number, deviceId: number) => ({
    ...makeLine(shareId, deviceId),
    startsAt: 8 * hour,
    endsAt: 10 * hour,
    quantity: 5,
    wasRunning: false,
  });
  const judgedLines = judgeDay({
    dayStart: 0,
    dayEnd: 24 * hour,
    releases: [{ releasedAt: 0, lines: [makeReleasedLine(101, 11), makeReleasedLine(102, 12)] }],
    work: [{ processId: 7, deviceId: 11, startedAt: 8 * hour, endedAt: 9 * hour, good: 10 }],
    toleranceMs: 0,
  });
  expect(judgedLines.map(({ isStartedInTime, isFinished }) => [isStartedInTime, isFinished])).toEqual([
    [true, true],
    [false, false],
  ]);
});
