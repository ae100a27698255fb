import type { Instant } from '#shared/planning/engine/types.ts';
import type { DayWindow } from './plan-calendars.ts';

/** The work minutes of an operation on each day, beginning with `firstDay`. */
export interface DayMinutes {
  /** The position of the first day among the days of the plan. */
  firstDay: number;
  minutes: number[];
}

function addMinutes(minutesByDay: Map<number, number>, day: number, minutes: number): void {
  if (minutes > 0) minutesByDay.set(day, (minutesByDay.get(day) ?? 0) + minutes);
}

/**
 * Finds the position of the last window that begins at or before an instant; 0 if there is no such window.
 */
function findWindow(windows: readonly DayWindow[], instant: Instant): number {
  let [low, high] = [0, windows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (windows[middle]!.from <= instant) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * Divides a span among the days to which its open time belongs. For a span without open time, such as outside
 * work, all its minutes count.
 * @param windows the open time; null if every time is open
 * @param dayStarts the start of each day, and the end of the last day
 */
export function countDayMinutes(
  windows: readonly DayWindow[] | null,
  dayStarts: readonly Instant[],
  start: Instant,
  end: Instant,
): DayMinutes {
  const minutesByDay = new Map<number, number>();
  if (windows)
    for (let index = findWindow(windows, start); index < windows.length; index++) {
      const window = windows[index]!;
      if (window.from >= end) break;
      addMinutes(minutesByDay, window.day, Math.min(end, window.until) - Math.max(start, window.from));
    }
  if (minutesByDay.size === 0)
    for (let day = 0; day + 1 < dayStarts.length; day++)
      addMinutes(minutesByDay, day, Math.min(end, dayStarts[day + 1]!) - Math.max(start, dayStarts[day]!));
  if (minutesByDay.size === 0) {
    const day = dayStarts.findLastIndex((from) => from <= start);
    minutesByDay.set(Math.max(0, Math.min(day, dayStarts.length - 2)), 1);
  }
  const firstDay = Math.min(...minutesByDay.keys());
  const lastDay = Math.max(...minutesByDay.keys());
  return {
    firstDay,
    minutes: Array.from(
      { length: lastDay - firstDay + 1 },
      (_, day) => minutesByDay.get(firstDay + day) ?? 0,
    ),
  };
}
