import { describe, expect, it } from 'vitest';
import type { AxisLoad } from '#shared/answers/capacity-load.ts';
import { computeLoadCell, getMonday, makeLoadColumns, roundPercent } from '#shared/planning/load-columns.ts';

const axis: AxisLoad = {
  load: [0, 432, 480, 481, 60],
  normal: [480, 480, 480, 480, 0],
  maximum: [600, 600, 600, 600, 0],
  budget: [400, 400, 400, 400, 0],
  overdueMinutes: 0,
  overdueCount: 0,
  unplannedMinutes: 0,
  unplannedCount: 0,
  withoutEstimate: 0,
  unknownResources: 0,
};
const computeCell = (first: number, last: number, overtimePercent = 0) =>
  computeLoadCell(axis, { from: '', to: '', first, last }, overtimePercent);

describe('the columns of the capacity load', () => {
  it('are days, or weeks from Monday to Sunday', () => {
    expect(getMonday('2026-03-08')).toBe('2026-03-02');
    expect(makeLoadColumns('2026-03-06', '2026-03-07', 'loadByDay')).toEqual([
      { from: '2026-03-06', to: '2026-03-06', first: 0, last: 0 },
      { from: '2026-03-07', to: '2026-03-07', first: 1, last: 1 },
    ]);
    expect(makeLoadColumns('2026-03-06', '2026-03-17', 'loadByWeek')).toEqual([
      { from: '2026-03-06', to: '2026-03-08', first: 0, last: 2 },
      { from: '2026-03-09', to: '2026-03-15', first: 3, last: 9 },
      { from: '2026-03-16', to: '2026-03-17', first: 10, last: 11 },
    ]);
  });

  it('tell how full they are, and add up their days', () => {
    expect([0, 1, 2, 3, 4].map((day) => computeCell(day, day).state)).toEqual([
      'free',
      'nearlyFull',
      'nearlyFull',
      'overloaded',
      'noCapacity',
    ]);
    expect(computeCell(0, 4)).toMatchObject({
      load: 1453,
      capacity: 1920,
      maximum: 2400,
      budget: 1600,
      state: 'hasRoom',
    });
  });

  it('have more capacity with overtime', () => {
    expect(computeCell(3, 3, 50)).toMatchObject({ capacity: 540, state: 'hasRoom' });
    expect(computeCell(2, 2, 100)).toMatchObject({ capacity: 600, percent: 80 });
    expect(computeCell(4, 4, 100).state).toBe('noCapacity');
  });

  it('never round a lower or higher percentage to 100 %', () => {
    expect([99.7, 100, 100.1, 101.5, 0.2].map(roundPercent)).toEqual([99, 100, 101, 102, 0]);
  });
});
