import { describe, expect, it } from 'vitest';
import {
  judgeDay,
  listCountedLines,
  type DoneWork,
  type ReleasedWork,
} from '#shared/planning/daily-plan/adherence.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY_START = 1000 * 24 * HOUR;
/**
 * Returns the instant at an hour of the tested day, in milliseconds. The hours after 24 are on the next day.
 */
const at = (hour: number): number => DAY_START + hour * HOUR;
const makeLine = (values: Partial<ReleasedWork> = {}): ReleasedWork => ({
  processId: 1,
  workGroupId: 7,
  startsAt: at(8),
  endsAt: at(10),
  quantity: 4,
  wasRunning: false,
  ...values,
});
const makeWork = (values: Partial<DoneWork> = {}): DoneWork => ({
  processId: 1,
  startedAt: at(8),
  endedAt: at(10),
  good: 4,
  ...values,
});
const judgeFirstLine = (lines: readonly ReleasedWork[], work: readonly DoneWork[]) =>
  judgeDay({
    dayStart: DAY_START,
    dayEnd: at(24),
    releases: [{ releasedAt: at(-10), lines }],
    work,
    toleranceMs: 30 * MINUTE,
  })[0]!;
const readVerdict = (line: Partial<ReleasedWork>, work: readonly Partial<DoneWork>[]) => {
  const { isStartedInTime, isFinished } = judgeFirstLine([makeLine(line)], work.map(makeWork));
  return [isStartedInTime, isFinished];
};

describe('the adherence to a released plan', () => {
  it.each([
    ['exactly at its time', 0, true],
    ['30 minutes late', 30, true],
    ['30 minutes early', -30, true],
    ['31 minutes late', 31, false],
    ['31 minutes early', -31, false],
    ['hours early', -300, false],
  ])('judges work that starts %s', (_, minutes, isInTime) => {
    expect(readVerdict({}, [{ startedAt: at(8) + minutes * MINUTE }])).toEqual([isInTime, true]);
  });

  it('counts the first start, and all pieces of the day', () => {
    const work = [
      { startedAt: at(13), endedAt: at(14), good: 2 },
      { startedAt: at(8), endedAt: at(9), good: 2 },
    ];
    expect(readVerdict({}, work)).toEqual([true, true]);
    expect(readVerdict({ quantity: 4.0001 }, work)).toEqual([true, false]);
  });

  it('counts pieces exactly', () => {
    const work = Array.from({ length: 3 }, (_, index) => ({
      startedAt: at(8 + index),
      endedAt: at(9 + index),
      good: 0.1,
    }));
    expect(readVerdict({ quantity: 0.3 }, work)).toEqual([true, true]);
  });

  it('does not count missing work, unfinished work, or work of another day', () => {
    expect(readVerdict({}, [])).toEqual([false, false]);
    expect(readVerdict({}, [{ endedAt: null, good: 0 }])).toEqual([true, false]);
    expect(readVerdict({}, [{ startedAt: at(32), endedAt: at(34) }])).toEqual([false, false]);
    expect(readVerdict({}, [{ startedAt: at(-5), endedAt: at(-4) }])).toEqual([false, false]);
    expect(judgeFirstLine([makeLine()], [makeWork({ processId: 2 })])).toMatchObject({
      isStartedInTime: false,
    });
  });

  it('lets work begin at any time of a day whose time is not planned', () => {
    const untimedFields = { startsAt: null, endsAt: null };
    expect(readVerdict(untimedFields, [{ startedAt: at(23), endedAt: at(23.5) }])).toEqual([true, true]);
    expect(readVerdict(untimedFields, [{ startedAt: at(25), endedAt: at(26) }])).toEqual([false, false]);
  });

  it('counts work that goes on from the day before as started', () => {
    expect(readVerdict({ startsAt: at(-3) }, [{ startedAt: at(-3), endedAt: at(2) }])).toEqual([true, true]);
    expect(readVerdict({ startsAt: null, wasRunning: true }, [])).toEqual([true, false]);
  });

  it('judges a night shift to its planned end after midnight', () => {
    const nightShift = { startsAt: at(22), endsAt: at(28) };
    expect(readVerdict(nightShift, [{ startedAt: at(22), endedAt: at(28.4) }])).toEqual([true, true]);
    expect(readVerdict(nightShift, [{ startedAt: at(22), endedAt: at(28.6) }])).toEqual([true, false]);
    expect(
      readVerdict({ startsAt: at(25), endsAt: at(27) }, [{ startedAt: at(25.2), endedAt: at(27) }]),
    ).toEqual([true, true]);
  });

  it('follows a release before the planned start, but not a later one', () => {
    const line = makeLine();
    const laterLine = makeLine({ startsAt: at(14) });
    const listStarts = (releasedAt: number, secondLines: readonly ReleasedWork[]) =>
      listCountedLines([
        { releasedAt: at(-10), lines: [line] },
        { releasedAt, lines: secondLines },
      ]).map(({ startsAt }) => startsAt);
    expect(listStarts(at(9), [laterLine])).toEqual([at(8)]);
    expect(listStarts(at(9), [])).toEqual([at(8)]);
    expect(listStarts(at(7), [laterLine])).toEqual([at(14)]);
    expect(listStarts(at(7), [])).toEqual([]);
  });

  it('counts a line without a time as long as the last release has it, with its first quantity', () => {
    const untimedLine = makeLine({ startsAt: null, endsAt: null });
    const remainingLine = { ...untimedLine, quantity: 1 };
    const list = (lines: readonly ReleasedWork[]) =>
      listCountedLines([
        { releasedAt: at(7), lines: [untimedLine] },
        { releasedAt: at(12), lines },
      ]).map(({ quantity }) => quantity);
    expect(list([remainingLine])).toEqual([4]);
    expect(list([])).toEqual([]);
  });
});
