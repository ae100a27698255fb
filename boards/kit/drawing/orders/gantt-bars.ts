import { scaleLinear } from 'd3';
import { addDays, countDaysBetween, getWeekdayIndex } from '#shared/rules/days.ts';

/** The share of the time axis that lies before today. */
const PAST_SHARE = 0.35;

/** The time axis of a Gantt chart. Positions are in percent of the width of the chart. */
export interface GanttAxis {
  /** The first and the last day of the axis, both included. */
  readonly from: string;
  readonly to: string;
  /** Returns the position at which a day begins. It is not limited to the axis. */
  readonly computePosition: (day: string) => number;
}

/** Makes the axis of a number of days around today. */
export function makeGanttAxis(today: string, dayCount: number): GanttAxis {
  const from = addDays(today, -Math.floor(dayCount * PAST_SHARE));
  const scale = scaleLinear([0, dayCount], [0, 100]);
  return {
    from,
    to: addDays(from, dayCount - 1),
    computePosition: (day) => scale(countDaysBetween(from, day)),
  };
}

/** A tick of the axis: a Monday. */
interface GanttTick {
  readonly day: string;
  readonly position: number;
}

/** Lists at most `maxTicks` Mondays of the axis, with the same number of weeks between them. */
export function listGanttTicks({ from, to, computePosition }: GanttAxis, maxTicks: number): GanttTick[] {
  const firstMonday = addDays(from, (7 - getWeekdayIndex(from)) % 7);
  const mondayCount = Math.floor(countDaysBetween(firstMonday, to) / 7) + 1;
  const weeksPerTick = Math.max(1, Math.ceil(mondayCount / Math.max(1, maxTicks)));
  return Array.from({ length: Math.max(0, Math.ceil(mondayCount / weeksPerTick)) }, (_, index) => {
    const day = addDays(firstMonday, index * weeksPerTick * 7);
    return { day, position: computePosition(day) };
  });
}

/** A bar of a Gantt chart, cut off at the ends of the axis. */
interface GanttBar {
  readonly start: number;
  readonly width: number;
}

/**
 * Returns the bar between two positions; null if a position is unknown, if they are in the wrong sequence, or if the
 * bar lies outside of the axis.
 */
export function makeGanttBar(from: number | null, to: number | null): GanttBar | null {
  if (from === null || to === null) return null;
  const start = Math.max(0, from);
  const width = Math.min(100, to) - start;
  return width > 0 ? { start, width } : null;
}
