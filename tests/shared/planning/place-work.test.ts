import { describe, expect, test } from 'vitest';
import { LOOKAHEAD_DAYS, placeWork, shareMinutes, sumMinutesBetween } from '#shared/planning/place-work.ts';
import { calculateRemainingMinutes, type UnfinishedWork } from '#shared/planning/remaining-work.ts';

const TODAY = '2026-03-04';
const placePlannedWork = (
  plannedStart: string | null,
  plannedEnd: string | null,
  needBy: string | null = null,
) => placeWork({ plannedStart, plannedEnd, needBy }, TODAY, (day) => day % 7 !== 2);

describe('the days on which work is planned', () => {
  test('are the working days of its plan from today on', () => {
    expect(placePlannedWork('2026-03-01', '2026-03-08')).toEqual({
      kind: 'planned',
      days: [0, 1, 3, 4],
      dayCount: 4,
    });
    expect(placePlannedWork(null, '2026-03-07')).toMatchObject({ days: [3] });
    expect(placePlannedWork('2026-03-07', null)).toMatchObject({ days: [3] });
    expect(placePlannedWork(null, null, '2026-03-05')).toMatchObject({ days: [1] });
    // The work is needed before its planned start, so only the planned start is used.
    expect(placePlannedWork('2026-03-09', null, '2026-03-05')).toMatchObject({ days: [5] });
  });

  test('are today if the plan has ended, and rest days only if the plan has no working days', () => {
    expect(placePlannedWork('2026-02-01', '2026-03-03')).toEqual({ kind: 'overdue', days: [0], dayCount: 1 });
    expect(placePlannedWork('2026-03-06', '2026-03-06')).toEqual({ kind: 'planned', days: [2], dayCount: 1 });
    expect(placePlannedWork(null, null)).toEqual({ kind: 'unplanned', days: [], dayCount: 0 });
  });

  test('are counted beyond the last day that is looked up', () => {
    const longPlacement = placePlannedWork('2026-03-04', '2036-03-03');
    expect(longPlacement.days.at(-1)).toBeLessThanOrEqual(LOOKAHEAD_DAYS);
    expect(longPlacement.dayCount).toBe(longPlacement.days.length + 3652 - LOOKAHEAD_DAYS);
    expect(placePlannedWork('2030-01-01', '2030-01-10')).toEqual({ kind: 'planned', days: [], dayCount: 10 });
  });
});

test('the shares of work are whole minutes and add up to its minutes', () => {
  for (const minutes of [1, 2, 7, 59, 60, 1001, 98_765])
    for (const count of [1, 2, 3, 7, 31, 400]) {
      const parts = Array.from({ length: count }, (_, position) => shareMinutes(minutes, position, count));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(minutes);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }
  expect(sumMinutesBetween(10, placePlannedWork('2026-03-04', '2026-03-08'), 1, 3)).toBe(5);
});

describe('the minutes that are left', () => {
  const makeUnfinishedWork = (values: Partial<UnfinishedWork>): UnfinishedWork => ({
    plannedQuantity: 10,
    inheritedLoss: 0,
    acceptedLoss: 0,
    good: 0,
    concession: 0,
    outsourced: 0,
    reworkOpen: 0,
    inRework: 0,
    preparationMinutes: 15,
    deviceMinutes: 6,
    manMinutes: null,
    manMachineRatio: 0.25,
    isStarted: false,
    ...values,
  });
  const calculateBothAxes = (values: Partial<UnfinishedWork>) =>
    (['deviceHours', 'manHours'] as const).map((axis) =>
      calculateRemainingMinutes(makeUnfinishedWork(values), axis),
    );

  test.each<[string, Partial<UnfinishedWork>, (number | null)[]]>([
    ['by the ratio of people to machines', {}, [75, 30]],
    ['by its own time of people', { manMinutes: 2 }, [75, 35]],
    ['without the preparation once started', { isStarted: true }, [60, 15]],
    ['for rework of a finished process', { good: 10, reworkOpen: 2, isStarted: true }, [12, 3]],
    ['nothing where all is done', { good: 7, concession: 3 }, [0, 0]],
    ['nothing where more than all is done', { good: 12 }, [0, 0]],
    ['no people at an unmanned machine', { manMinutes: 0 }, [75, 0]],
    ['no machine for work by hand', { deviceMinutes: null, manMinutes: 3 }, [0, 45]],
    ['unknown people without a ratio', { manMachineRatio: null }, [75, null]],
    ['unknown without any time', { deviceMinutes: null }, [null, null]],
    ['unknown with times of zero', { deviceMinutes: 0, manMinutes: 0 }, [null, null]],
    ['never less than a minute', { deviceMinutes: 0.001, preparationMinutes: null, isStarted: true }, [1, 1]],
    // In binary floating point, 1.005 × 100 is less than 100.5.
    [
      'exactly before they are rounded',
      { deviceMinutes: 1.005, plannedQuantity: 100, isStarted: true },
      [101, 25],
    ],
  ])('are %s', (_, values, expected) => {
    expect(calculateBothAxes(values)).toEqual(expected);
  });
});
