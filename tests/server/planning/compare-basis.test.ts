import { expect, it } from 'vitest';
import { compareBases, type StoredBasis } from '#server/planning/schedule/compare-basis.ts';

const makeBasis = (days: readonly string[], minutes: readonly number[]): StoredBasis => ({
  ...{ now: 0, horizonEnd: 0, orders: [], processes: [], machines: [], calendars: [], setting: '{}' },
  days,
  people: [{ id: 7, minutes }],
});
const compareMinutes = (before: StoredBasis, after: StoredBasis) => compareBases(before, after, new Set());
const CHANGE = { kind: 'peopleChanged', entity: 'workGroup', id: 7 };

it('compares the man minutes of the same days, except the first day, which is partly over', () => {
  const before = makeBasis(['2026-05-18', '2026-05-19', '2026-05-20'], [400, 480, 240]);
  const nextDays = ['2026-05-19', '2026-05-20', '2026-05-21'];
  expect(compareMinutes(before, makeBasis(nextDays, [100, 240, 0]))).toEqual([]);
  expect(compareMinutes(before, makeBasis(nextDays, [100, 480, 0]))).toEqual([CHANGE]);
});

it('finds no change of people if the plans have no day in common', () => {
  const before = makeBasis(['2026-05-18', '2026-05-19', '2026-05-20'], [400, 480, 240]);
  expect(compareMinutes(before, makeBasis(['2026-05-21', '2026-05-22', '2026-05-23'], [10, 0, 480]))).toEqual(
    [],
  );
});

it('compares the same days if the plan now begins with a day before the first day of the old plan', () => {
  const days = ['2026-05-18', '2026-05-19', '2026-05-20'];
  const before = makeBasis(days, [400, 480, 240]);
  const earlierDays = ['2026-05-16', '2026-05-17', ...days];
  expect(compareMinutes(before, makeBasis(earlierDays, [0, 0, 60, 480, 240]))).toEqual([]);
  expect(compareMinutes(before, makeBasis(earlierDays, [0, 0, 60, 480, 480]))).toEqual([CHANGE]);
});
