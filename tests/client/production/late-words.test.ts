import { expect, it } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { translateLateness, describeLateness } from '#client/production/describe-lateness.ts';
import { calculateLateness, type OrderLatenessData } from '#shared/rules/lateness.ts';

const ZONE = 'Asia/Shanghai';
const NOW_MS = Date.parse('2026-11-21T00:00:00+08:00');
const makeOrder = (overrides: Partial<OrderLatenessData>): OrderLatenessData => ({
  state: 'inProgress',
  progress: 50,
  plannedStart: null,
  dueDate: null,
  promisedDate: null,
  startedAt: null,
  endedAt: null,
  projectedEnd: null,
  ...overrides,
});
const listLateTexts = (overrides: Partial<OrderLatenessData>) => {
  const { phrases, tone } = describeLateness(calculateLateness(makeOrder(overrides), NOW_MS, ZONE)!);
  return [tone, ...phrases.map(({ term, days }) => `${term} ${days}`)];
};

it('the days overdue so far and the expected delay have different texts', () => {
  // Half of a ten-day order is done. The order was due yesterday and needs five more days.
  expect(listLateTexts({ plannedStart: '2026-11-11', dueDate: '2026-11-20' })).toEqual([
    'overdue',
    'overdueByDays 1',
    'expectedDelayByDays 5',
  ]);
  // The forecast is today or unknown, so the text says only that the order is overdue.
  expect(listLateTexts({ plannedStart: '2026-11-11', dueDate: '2026-11-20', progress: 100 })).toEqual([
    'overdue',
    'overdueByDays 1',
  ]);
  expect(listLateTexts({ dueDate: '2026-11-18' })).toEqual(['overdue', 'overdueByDays 3']);
  // The order is not overdue yet, but the forecast is after the due date.
  expect(listLateTexts({ plannedStart: '2026-11-13', dueDate: '2026-11-22' })).toEqual([
    'late',
    'expectedDelayByDays 3',
  ]);
});

it('an order that is on time, early or due soon gets no warning', () => {
  expect(listLateTexts({ plannedStart: '2026-11-16', dueDate: '2026-11-25' })).toEqual(['calm', 'onTime 0']);
  expect(listLateTexts({ plannedStart: '2026-11-16', dueDate: '2026-11-25', progress: 80 })).toEqual([
    'calm',
    'aheadByDays 3',
  ]);
  expect(listLateTexts({ dueDate: '2026-11-25' })).toEqual(['calm', 'daysLeft 4']);
  expect(listLateTexts({ dueDate: '2026-11-21' })).toEqual(['calm', 'dueToday 0']);
});

it('the delay of a finished order is a fact, not a forecast', () => {
  const finishedOrder = { state: 'completed', endedAt: '2026-11-20T08:00:00+08:00' } as const;
  expect(listLateTexts({ ...finishedOrder, dueDate: '2026-11-18' })).toEqual([
    'late',
    'finishedLateByDays 2',
  ]);
  expect(listLateTexts({ ...finishedOrder, dueDate: '2026-11-20' })).toEqual(['calm', 'onTime 0']);
  expect(listLateTexts({ ...finishedOrder, dueDate: '2026-11-23' })).toEqual(['calm', 'aheadByDays 3']);
});

it('an overdue order says how long it is overdue and how much is expected, in every language', () => {
  const lateness = calculateLateness(
    makeOrder({ plannedStart: '2026-11-11', dueDate: '2026-11-20' }),
    NOW_MS,
    ZONE,
  )!;
  const texts = LANGS.map((lang) =>
    translateLateness(lateness, (key, params) => translateTerm(lang, key as TermKey, params)).join(' · '),
  );
  expect(texts).toEqual([
    '已逾期 1 天 · 预计延迟 5 天',
    'Overdue 1 d · expected +5 d',
    '已逾期 1 天 · 預計延遲 5 天',
    '納期超過 1 日 · 5 日遅れ見込み',
  ]);
});
