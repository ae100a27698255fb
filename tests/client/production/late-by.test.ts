import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, lateBy, type OrderDates } from '#client/production/late-by.ts';

const SHANGHAI = 'Asia/Shanghai';
const order = (over: Partial<OrderDates> = {}): OrderDates => ({
  state: 'inProgress',
  progress: 0,
  plannedStart: '2026-11-10',
  dueDate: '2026-11-19',
  promisedDate: null,
  startedAt: null,
  endedAt: null,
  ...over,
});
/** A time of day in Shanghai. */
const at = (wall: string) => Date.parse(`${wall}:00+08:00`);

describe('how late an order is', () => {
  it('is nothing for one that was begun as planned, and takes what is left as long as it was planned to take', () => {
    expect(lateBy(order(), at('2026-11-10T00:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: 0,
      day: '2026-11-19',
    });
    expect(lateBy(order({ progress: 50 }), at('2026-11-15T00:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: 0,
    });
    expect(lateBy(order({ progress: 50 }), at('2026-11-18T00:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: 3,
      day: '2026-11-22',
    });
    expect(lateBy(order({ progress: 80 }), at('2026-11-14T06:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: -3,
      day: '2026-11-16',
    });
    expect(lateBy(order({ progress: 50 }), at('2026-11-15T11:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: 0,
    });
    expect(lateBy(order({ progress: 50 }), at('2026-11-15T13:00'), SHANGHAI)).toMatchObject({
      kind: 'expected',
      days: 1,
    });
  });

  it('waits for the planned start, and counts from now once that has passed', () => {
    const draft = order({ state: 'draft' });
    expect(lateBy(draft, at('2026-11-01T09:00'), SHANGHAI)).toMatchObject({ days: 0, day: '2026-11-19' });
    expect(lateBy(draft, at('2026-11-14T00:00'), SHANGHAI)).toMatchObject({ days: 4, day: '2026-11-23' });
  });

  it('lets the due day last until its end on the factory’s clock', () => {
    const nearly = order({ progress: 99 });
    expect(lateBy(nearly, at('2026-11-19T23:59'), SHANGHAI)).toMatchObject({ kind: 'expected', days: 0 });
    expect(lateBy(nearly, at('2026-11-20T00:00'), SHANGHAI)).toMatchObject({ kind: 'overdue', days: 1 });
    // The same instant is still the due day in Berlin.
    expect(lateBy(nearly, at('2026-11-20T00:00'), 'Europe/Berlin')).toMatchObject({
      kind: 'expected',
      days: 0,
    });
  });

  it('is at least the days that have passed, and more where much is left', () => {
    expect(lateBy(order({ progress: 100 }), at('2026-11-22T08:00'), SHANGHAI)).toMatchObject({
      kind: 'overdue',
      days: 3,
      day: '2026-11-22',
    });
    expect(lateBy(order({ progress: 50 }), at('2026-11-22T00:00'), SHANGHAI)).toMatchObject({
      kind: 'overdue',
      days: 7,
      day: '2026-11-26',
    });
  });

  it('says of a finished order when it was finished, by the factory’s days', () => {
    // 17:30 UTC is the next day in Shanghai.
    const done = order({ state: 'completed', endedAt: '2026-11-19T17:30:00.000Z' });
    expect(lateBy(done, at('2026-12-24T00:00'), SHANGHAI)).toEqual({
      kind: 'done',
      days: 1,
      day: '2026-11-20',
      due: '2026-11-19',
    });
    expect(lateBy(done, at('2026-12-24T00:00'), 'Europe/Berlin')).toMatchObject({ kind: 'done', days: 0 });
    expect(lateBy(order({ state: 'closed' }), at('2026-12-24T00:00'), SHANGHAI)).toBeNull();
  });

  it('is the days left where nothing says how fast it goes', () => {
    const free = order({ plannedStart: null });
    expect(lateBy(free, at('2026-11-15T10:00'), SHANGHAI)).toEqual({
      kind: 'left',
      days: -4,
      day: null,
      due: '2026-11-19',
    });
    expect(lateBy(free, at('2026-11-21T10:00'), SHANGHAI)).toMatchObject({
      kind: 'overdue',
      days: 2,
      day: null,
    });
    expect(
      lateBy(
        { ...free, startedAt: '2026-11-15T01:00:00.000Z', progress: 40 },
        at('2026-11-17T00:00'),
        SHANGHAI,
      ),
    ).toMatchObject({ kind: 'expected', days: 0 });
    // Planned backwards: the plan says nothing.
    expect(lateBy(order({ plannedStart: '2026-11-30' }), at('2026-11-15T10:00'), SHANGHAI)).toMatchObject({
      kind: 'left',
    });
  });

  it('has no meaning without a due date or for a cancelled order; a promise stands in for the due date', () => {
    expect(lateBy(order({ dueDate: null }), at('2026-11-15T10:00'), SHANGHAI)).toBeNull();
    expect(lateBy(order({ state: 'cancelled' }), at('2026-11-15T10:00'), SHANGHAI)).toBeNull();
    expect(
      lateBy(order({ dueDate: null, promisedDate: '2026-11-12' }), at('2026-11-15T10:00'), SHANGHAI),
    ).toMatchObject({ due: '2026-11-12' });
  });

  it('counts days over a change of the clocks', () => {
    // Berlin puts its clocks back on 25 October 2026.
    const over = order({ plannedStart: '2026-10-20', dueDate: '2026-10-29' });
    expect(
      lateBy({ ...over, progress: 50 }, Date.parse('2026-10-24T22:00:00Z'), 'Europe/Berlin'),
    ).toMatchObject({ days: 0, day: '2026-10-29' });
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });

  it('never says a day that has passed for something unfinished, and never gets later by more progress', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 * 24 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (hour, one, other) => {
          const now = at('2026-11-01T00:00') + hour * 3_600_000;
          // Zero progress has not begun: it waits for its planned start, so the two are compared once begun.
          const [less, more] = [Math.min(one, other) + 0.01, Math.max(one, other) + 0.01];
          const late = lateBy(order({ progress: less }), now, SHANGHAI)!;
          const today = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
          expect(late.day! >= today).toBe(true);
          expect(daysBetween(late.due, late.day!)).toBe(late.days);
          expect(late.kind).toBe(today > late.due ? 'overdue' : 'expected');
          expect(lateBy(order({ progress: more }), now, SHANGHAI)!.days).toBeLessThanOrEqual(late.days);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
