import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDaysBetween } from '#shared/rules/days.ts';
import {
  calculateLateness,
  type UnfinishedOrderLateness,
  type OrderLatenessData,
} from '#shared/rules/lateness.ts';

const SHANGHAI = 'Asia/Shanghai';
const makeOrder = (overrides: Partial<OrderLatenessData> = {}): OrderLatenessData => ({
  state: 'inProgress',
  progress: 0,
  plannedStart: '2026-11-10',
  dueDate: '2026-11-19',
  promisedDate: null,
  startedAt: null,
  endedAt: null,
  projectedEnd: null,
  ...overrides,
});
/** Converts a local time in Shanghai to epoch milliseconds. */
const parseShanghaiTime = (localTime: string) => Date.parse(`${localTime}:00+08:00`);

describe('how late an order is', () => {
  it('is zero for an order on plan, and estimates the remaining time from the planned duration', () => {
    expect(calculateLateness(makeOrder(), parseShanghaiTime('2026-11-10T00:00'), SHANGHAI)).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 0,
      expectedDay: '2026-11-19',
    });
    expect(
      calculateLateness(makeOrder({ progress: 50 }), parseShanghaiTime('2026-11-15T00:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 0,
    });
    expect(
      calculateLateness(makeOrder({ progress: 50 }), parseShanghaiTime('2026-11-18T00:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 3,
      expectedDay: '2026-11-22',
    });
    expect(
      calculateLateness(makeOrder({ progress: 80 }), parseShanghaiTime('2026-11-14T06:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: -3,
      expectedDay: '2026-11-16',
    });
    expect(
      calculateLateness(makeOrder({ progress: 50 }), parseShanghaiTime('2026-11-15T11:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 0,
    });
    expect(
      calculateLateness(makeOrder({ progress: 50 }), parseShanghaiTime('2026-11-15T13:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 1,
    });
  });

  it('is counted from the planned start, or from now if the planned start has passed', () => {
    const draft = makeOrder({ state: 'draft' });
    expect(calculateLateness(draft, parseShanghaiTime('2026-11-01T09:00'), SHANGHAI)).toMatchObject({
      expectedDelayDays: 0,
      expectedDay: '2026-11-19',
    });
    expect(calculateLateness(draft, parseShanghaiTime('2026-11-14T00:00'), SHANGHAI)).toMatchObject({
      expectedDelayDays: 4,
      expectedDay: '2026-11-23',
    });
  });

  it('counts the whole due day as in time, in the factory’s time zone', () => {
    const almostFinishedOrder = makeOrder({ progress: 99 });
    expect(
      calculateLateness(almostFinishedOrder, parseShanghaiTime('2026-11-19T23:59'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 0,
    });
    expect(
      calculateLateness(almostFinishedOrder, parseShanghaiTime('2026-11-20T00:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 1,
      expectedDelayDays: 1,
    });
    // In Berlin, the same instant is still on the due day.
    expect(
      calculateLateness(almostFinishedOrder, parseShanghaiTime('2026-11-20T00:00'), 'Europe/Berlin'),
    ).toMatchObject({
      overdueDays: 0,
      expectedDelayDays: 0,
    });
  });

  it('is at least the overdue days, and more if much work is left', () => {
    expect(
      calculateLateness(makeOrder({ progress: 100 }), parseShanghaiTime('2026-11-22T08:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 3,
      expectedDelayDays: 3,
      expectedDay: '2026-11-22',
    });
    expect(
      calculateLateness(makeOrder({ progress: 50 }), parseShanghaiTime('2026-11-22T00:00'), SHANGHAI),
    ).toMatchObject({
      overdueDays: 3,
      expectedDelayDays: 7,
      expectedDay: '2026-11-26',
    });
  });

  it('gives the day on which an order was finished, in the factory’s time zone', () => {
    // 17:30 UTC is the next day in Shanghai.
    const finishedOrder = makeOrder({ state: 'completed', endedAt: '2026-11-19T17:30:00.000Z' });
    expect(calculateLateness(finishedOrder, parseShanghaiTime('2026-12-24T00:00'), SHANGHAI)).toEqual({
      isDone: true,
      delayDays: 1,
      finishedDay: '2026-11-20',
      due: '2026-11-19',
    });
    expect(
      calculateLateness(finishedOrder, parseShanghaiTime('2026-12-24T00:00'), 'Europe/Berlin'),
    ).toMatchObject({
      isDone: true,
      delayDays: 0,
    });
    expect(
      calculateLateness(makeOrder({ state: 'closed' }), parseShanghaiTime('2026-12-24T00:00'), SHANGHAI),
    ).toBeNull();
  });

  it('gives only the days left if the speed is unknown', () => {
    const unplannedOrder = makeOrder({ plannedStart: null });
    expect(calculateLateness(unplannedOrder, parseShanghaiTime('2026-11-15T10:00'), SHANGHAI)).toEqual({
      isDone: false,
      overdueDays: 0,
      daysLeft: 4,
      expectedDelayDays: null,
      expectedDay: null,
      due: '2026-11-19',
    });
    expect(calculateLateness(unplannedOrder, parseShanghaiTime('2026-11-21T10:00'), SHANGHAI)).toMatchObject({
      overdueDays: 2,
      daysLeft: 0,
      expectedDelayDays: 2,
      expectedDay: null,
    });
    expect(
      calculateLateness(
        { ...unplannedOrder, startedAt: '2026-11-15T01:00:00.000Z', progress: 40 },
        parseShanghaiTime('2026-11-17T00:00'),
        SHANGHAI,
      ),
    ).toMatchObject({ overdueDays: 0, expectedDelayDays: 0 });
    // The planned start is after the due date, so the plan is ignored.
    expect(
      calculateLateness(
        makeOrder({ plannedStart: '2026-11-30' }),
        parseShanghaiTime('2026-11-15T10:00'),
        SHANGHAI,
      ),
    ).toMatchObject({
      overdueDays: 0,
      daysLeft: 4,
      expectedDelayDays: null,
    });
  });

  it('is null for a cancelled order and without a due date; a promised date replaces a missing due date', () => {
    expect(
      calculateLateness(makeOrder({ dueDate: null }), parseShanghaiTime('2026-11-15T10:00'), SHANGHAI),
    ).toBeNull();
    expect(
      calculateLateness(makeOrder({ state: 'cancelled' }), parseShanghaiTime('2026-11-15T10:00'), SHANGHAI),
    ).toBeNull();
    expect(
      calculateLateness(
        makeOrder({ dueDate: null, promisedDate: '2026-11-12' }),
        parseShanghaiTime('2026-11-15T10:00'),
        SHANGHAI,
      ),
    ).toMatchObject({ due: '2026-11-12' });
  });

  it('counts days correctly across a daylight-saving change', () => {
    // Berlin puts its clocks back on 25 October 2026.
    const orderAcrossClockChange = makeOrder({ plannedStart: '2026-10-20', dueDate: '2026-10-29' });
    expect(
      calculateLateness(
        { ...orderAcrossClockChange, progress: 50 },
        Date.parse('2026-10-24T22:00:00Z'),
        'Europe/Berlin',
      ),
    ).toMatchObject({ expectedDelayDays: 0, expectedDay: '2026-10-29' });
    expect(countDaysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(countDaysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });

  it('never expects a past day for unfinished work, and more progress never makes it later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 * 24 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (hour, firstProgress, secondProgress) => {
          const now = parseShanghaiTime('2026-11-01T00:00') + hour * 3_600_000;
          // An order without progress waits for its planned start, so only started orders are compared.
          const [lowerProgress, higherProgress] = [
            Math.min(firstProgress, secondProgress) + 0.01,
            Math.max(firstProgress, secondProgress) + 0.01,
          ];
          const calculateForProgress = (progress: number) =>
            calculateLateness(makeOrder({ progress }), now, SHANGHAI) as UnfinishedOrderLateness;
          const lateness = calculateForProgress(lowerProgress);
          const today = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
          expect(lateness.expectedDay! >= today).toBe(true);
          expect(countDaysBetween(lateness.due, lateness.expectedDay!)).toBe(lateness.expectedDelayDays);
          expect(lateness.overdueDays).toBe(Math.max(0, countDaysBetween(lateness.due, today)));
          expect(lateness.daysLeft).toBe(Math.max(0, countDaysBetween(today, lateness.due)));
          expect(lateness.expectedDelayDays).toBeGreaterThanOrEqual(
            lateness.overdueDays === 0 ? -40 : lateness.overdueDays,
          );
          expect(calculateForProgress(higherProgress).expectedDelayDays).toBeLessThanOrEqual(
            lateness.expectedDelayDays!,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
