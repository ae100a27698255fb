import { describe, expect, it } from 'vitest';
import type { OrderLatenessData } from '#shared/rules/lateness.ts';
import { computeOrderSpans } from '#client/production/order-spans.ts';
import { makeTimeAxis, computeAxisPosition, makeAxisLabels } from '#client/features/progress/time-axis.ts';

const ZONE = 'Asia/Shanghai';
const NOW_MS = Date.parse('2026-11-21T04:00:00Z');
const makeOrder = (overrides: Partial<OrderLatenessData> = {}): OrderLatenessData => ({
  state: 'inProgress',
  progress: 50,
  plannedStart: '2026-11-16',
  dueDate: '2026-11-25',
  promisedDate: null,
  startedAt: '2026-11-16T23:00:00Z',
  endedAt: null,
  projectedEnd: null,
  ...overrides,
});

describe('the bar of an order', () => {
  it('shows the planned, the actual and the expected span in days of the factory', () => {
    const spans = computeOrderSpans(makeOrder({ progress: 70 }), NOW_MS, ZONE);
    expect(spans.planned).toEqual({ from: '2026-11-16', to: '2026-11-25' });
    // 23:00 UTC is the next morning in the factory.
    expect(spans.actual).toEqual({ from: '2026-11-17', to: '2026-11-21' });
    expect(spans.expected).toMatchObject({ from: '2026-11-21' });
    expect(spans.late).toBeNull();
  });

  it('marks the days after the due date', () => {
    const { expected, late } = computeOrderSpans(makeOrder({ dueDate: '2026-11-18' }), NOW_MS, ZONE);
    expect(expected!.to > '2026-11-18').toBe(true);
    expect(late).toEqual({ from: '2026-11-19', to: expected!.to });
    const lateStartSpans = computeOrderSpans(
      makeOrder({ dueDate: '2026-11-15', plannedStart: null }),
      NOW_MS,
      ZONE,
    );
    expect(lateStartSpans.late).toEqual({ from: '2026-11-17', to: '2026-11-21' });
  });

  it('of a finished order ends at the end of the order, and has no expected span', () => {
    const finishedOrder = makeOrder({ state: 'completed', progress: 100, endedAt: '2026-11-20T01:00:00Z' });
    expect(computeOrderSpans(finishedOrder, NOW_MS, ZONE)).toMatchObject({
      actual: { from: '2026-11-17', to: '2026-11-20' },
      expected: null,
      late: null,
    });
  });

  it('leaves out unknown dates', () => {
    const orderWithoutDates = makeOrder({
      plannedStart: null,
      dueDate: null,
      startedAt: null,
      progress: 0,
      state: 'released',
    });
    expect(computeOrderSpans(orderWithoutDates, NOW_MS, ZONE)).toEqual({
      planned: null,
      actual: null,
      expected: null,
      late: null,
    });
    // For an order that has only a due date, the plan is one day long.
    expect(computeOrderSpans({ ...orderWithoutDates, dueDate: '2026-12-01' }, NOW_MS, ZONE).planned).toEqual({
      from: '2026-12-01',
      to: '2026-12-01',
    });
  });
});

describe('the time axis', () => {
  const axis = makeTimeAxis('fourWeeks', '2026-11-21');

  it('has a fixed range around today', () => {
    expect(axis).toEqual({ from: '2026-11-11', dayCount: 28, today: '2026-11-21' });
    expect(computeAxisPosition(axis, { from: '2026-11-11', to: '2026-12-08' })).toEqual({
      start: 0,
      length: 100,
      side: null,
    });
    expect(computeAxisPosition(axis, { from: '2026-11-18', to: '2026-11-24' })).toEqual({
      start: 25,
      length: 25,
      side: null,
    });
  });

  it('cuts a span at its ends, and tells on which side an invisible span lies', () => {
    expect(computeAxisPosition(axis, { from: '2026-11-01', to: '2026-11-17' })).toEqual({
      start: 0,
      length: 25,
      side: null,
    });
    expect(computeAxisPosition(axis, { from: '2025-01-01', to: '2025-02-01' }).side).toBe('before');
    expect(computeAxisPosition(axis, { from: '2027-01-01', to: '2027-02-01' }).side).toBe('after');
  });

  it('places a share of a span from the start of the span, even if the start is cut off', () => {
    expect(computeAxisPosition(axis, { from: '2026-11-18', to: '2026-12-01' }, 0.5)).toEqual({
      start: 25,
      length: 25,
      side: null,
    });
    // Seven of fourteen days are done, and the first seven days are before the start of the axis.
    expect(computeAxisPosition(axis, { from: '2026-11-04', to: '2026-11-17' }, 0.5).side).toBe('before');
  });

  it('labels Mondays on a range of weeks, and first days of months on a year', () => {
    expect(makeAxisLabels(axis).map((tick) => tick.day)).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
    expect(
      makeAxisLabels(makeTimeAxis('oneYear', '2026-11-21')).every((tick) => tick.day.endsWith('-01')),
    ).toBe(true);
    expect(makeAxisLabels(makeTimeAxis('threeMonths', '2026-11-21')).length).toBeLessThan(8);
  });
});
