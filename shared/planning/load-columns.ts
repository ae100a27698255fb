import type { AxisLoad } from '#shared/answers/capacity-load.ts';
import { addDays, getWeekdayIndex, listDays } from '#shared/rules/days.ts';

export const LOAD_STEPS = ['loadByDay', 'loadByWeek'] as const;
export type LoadStep = (typeof LOAD_STEPS)[number];

/** A column of the grid: a day, or the shown days of a week. Both ends are included. */
export interface LoadColumn {
  readonly from: string;
  readonly to: string;
  /** The positions of the first and the last day in the lists of an `AxisLoad`. */
  readonly first: number;
  readonly last: number;
}

/** Makes a column for each day of a period, or for each week from Monday to Sunday. */
export function makeLoadColumns(from: string, to: string, step: LoadStep): LoadColumn[] {
  const columns: LoadColumn[] = [];
  for (const [index, day] of listDays(from, to).entries()) {
    const lastColumn = columns.at(-1);
    if (step === 'loadByWeek' && lastColumn && getWeekdayIndex(day) > 0)
      columns[columns.length - 1] = { ...lastColumn, to: day, last: index };
    else columns.push({ from: day, to: day, first: index, last: index });
  }
  return columns;
}

/** Returns the Monday of the week of a day. */
export const getMonday = (day: string): string => addDays(day, -getWeekdayIndex(day));

/** How full a cell is. A cell without work is `free`. */
export type CellState = 'overloaded' | 'nearlyFull' | 'hasRoom' | 'noCapacity' | 'free';

/** The minutes of a cell, and its state. */
export interface LoadCell {
  readonly load: number;
  /** The normal capacity plus the assumed overtime. */
  readonly capacity: number;
  readonly normal: number;
  readonly maximum: number;
  readonly budget: number;
  /** The load in percent of the capacity; null without a capacity. */
  readonly percent: number | null;
  readonly state: CellState;
}

/** From this percentage on, a cell is nearly full. */
const NEARLY_FULL_PERCENT = 90;

const sumDays = (dayValues: readonly number[], { first, last }: LoadColumn): number => {
  let total = 0;
  for (let index = first; index <= last; index++) total += dayValues[index] ?? 0;
  return total;
};

/** Returns the state of a cell from its load and its capacity. */
export function findLoadState(load: number, capacity: number): CellState {
  if (load === 0) return 'free';
  if (capacity <= 0) return 'noCapacity';
  if (load > capacity) return 'overloaded';
  return (load / capacity) * 100 >= NEARLY_FULL_PERCENT ? 'nearlyFull' : 'hasRoom';
}

/**
 * Computes a cell of the grid from the days of a column.
 * @param overtimePercent the assumed overtime in percent: 0 is the normal capacity, 100 the maximum
 */
export function computeLoadCell(axis: AxisLoad, column: LoadColumn, overtimePercent: number): LoadCell {
  const load = sumDays(axis.load, column);
  const normal = sumDays(axis.normal, column);
  const maximum = sumDays(axis.maximum, column);
  const capacity = normal + Math.round(((maximum - normal) * overtimePercent) / 100);
  const percent = capacity > 0 ? (load / capacity) * 100 : null;
  const state = findLoadState(load, capacity);
  return { load, capacity, normal, maximum, budget: sumDays(axis.budget, column), percent, state };
}

/** Rounds a percentage to a whole number. Only exactly 100 % is shown as 100 %. */
export const roundPercent = (percent: number): number =>
  percent > 100
    ? Math.max(101, Math.round(percent))
    : percent < 100
      ? Math.min(99, Math.round(percent))
      : 100;
