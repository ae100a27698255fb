import { expect, it } from 'vitest';
import { lateWords } from '#client/production/late-words.ts';
import { latenessOf, type OrderDates } from '#shared/rules/lateness.ts';

const ZONE = 'Asia/Shanghai';
const NOW = Date.parse('2026-11-21T00:00:00+08:00');
const order = (over: Partial<OrderDates>): OrderDates => ({
  state: 'inProgress',
  progress: 50,
  plannedStart: null,
  dueDate: null,
  promisedDate: null,
  startedAt: null,
  endedAt: null,
  ...over,
});
const words = (over: Partial<OrderDates>) => {
  const { phrases, tone } = lateWords(latenessOf(order(over), NOW, ZONE)!);
  return [tone, ...phrases.map(({ term, days }) => `${term} ${days}`)];
};

it('the days overdue so far and the expected delay have different texts', () => {
  // Half of a ten-day order is done and it was due yesterday. It needs five more days.
  expect(words({ plannedStart: '2026-11-11', dueDate: '2026-11-20' })).toEqual([
    'overdue',
    'overdueByDays 1',
    'expectedDelayByDays 5',
  ]);
  // The forecast is today or unknown, so the text says only that the order is overdue.
  expect(words({ plannedStart: '2026-11-11', dueDate: '2026-11-20', progress: 100 })).toEqual([
    'overdue',
    'overdueByDays 1',
  ]);
  expect(words({ dueDate: '2026-11-18' })).toEqual(['overdue', 'overdueByDays 3']);
  // The order is not overdue yet, but the forecast is after the due date.
  expect(words({ plannedStart: '2026-11-13', dueDate: '2026-11-22' })).toEqual([
    'late',
    'expectedDelayByDays 3',
  ]);
});

it('an order that is on time, early or due soon gets no warning', () => {
  expect(words({ plannedStart: '2026-11-16', dueDate: '2026-11-25' })).toEqual(['calm', 'onTime 0']);
  expect(words({ plannedStart: '2026-11-16', dueDate: '2026-11-25', progress: 80 })).toEqual([
    'calm',
    'aheadByDays 3',
  ]);
  expect(words({ dueDate: '2026-11-25' })).toEqual(['calm', 'daysLeft 4']);
  expect(words({ dueDate: '2026-11-21' })).toEqual(['calm', 'dueToday 0']);
});

it('the delay of a finished order is a fact, not a forecast', () => {
  const done = { state: 'completed', endedAt: '2026-11-20T08:00:00+08:00' } as const;
  expect(words({ ...done, dueDate: '2026-11-18' })).toEqual(['late', 'finishedLateByDays 2']);
  expect(words({ ...done, dueDate: '2026-11-20' })).toEqual(['calm', 'onTime 0']);
  expect(words({ ...done, dueDate: '2026-11-23' })).toEqual(['calm', 'aheadByDays 3']);
});
