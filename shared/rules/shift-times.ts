import { WEEKDAYS, type Weekday } from './weekday.ts';

/** Matches a time of day on the 24-hour clock: 'HH:mm'. */
export const TIME_OF_DAY_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

const MINUTES_PER_DAY = 24 * 60;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

const toMinuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A time span of at most a day. If the end is not after the start, the end is on the next day. */
export interface DailyTimeSpan {
  startsAt: string;
  endsAt: string;
}

/** A shift of a class table: its times, and the weekdays on which it begins. */
export type ShiftTimes = DailyTimeSpan & { name: string } & Record<Weekday, boolean>;

/** Returns the length of a time span in minutes, from 1 minute to a whole day. */
export const getDurationMinutes = ({ startsAt, endsAt }: DailyTimeSpan): number =>
  ((toMinuteOfDay(endsAt) - toMinuteOfDay(startsAt) + MINUTES_PER_DAY - 1) % MINUTES_PER_DAY) + 1;

/**
 * Whether two time spans overlap in a period that repeats, e.g. a day or a week. Each span has a start
 * and a length in minutes.
 */
function overlapsInPeriod(
  startMinute: number,
  lengthMinutes: number,
  otherStartMinute: number,
  otherLengthMinutes: number,
  periodMinutes: number,
): boolean {
  const minutesToOther = (otherStartMinute - startMinute + periodMinutes) % periodMinutes;
  return minutesToOther < lengthMinutes || periodMinutes - minutesToOther < otherLengthMinutes;
}

const overlapsWithinDay = (span: DailyTimeSpan, otherSpan: DailyTimeSpan): boolean =>
  overlapsInPeriod(
    toMinuteOfDay(span.startsAt),
    getDurationMinutes(span),
    toMinuteOfDay(otherSpan.startsAt),
    getDurationMinutes(otherSpan),
    MINUTES_PER_DAY,
  );

/** Finds the indexes of the first two breaks that overlap; null if none overlap. */
export function findOverlappingBreaks(breaks: readonly DailyTimeSpan[]): [number, number] | null {
  for (const [secondIndex, secondBreak] of breaks.entries()) {
    const firstIndex = breaks
      .slice(0, secondIndex)
      .findIndex((firstBreak) => overlapsWithinDay(firstBreak, secondBreak));
    if (firstIndex >= 0) return [firstIndex, secondIndex];
  }
  return null;
}

/** Finds the indexes of the first two shifts that overlap within the week, which repeats; null if none overlap. */
export function findOverlappingShifts(shifts: readonly ShiftTimes[]): [number, number] | null {
  const startMinutesByShift = shifts.map((shift) =>
    WEEKDAYS.flatMap((day, index) =>
      shift[day] ? [index * MINUTES_PER_DAY + toMinuteOfDay(shift.startsAt)] : [],
    ),
  );
  for (let secondIndex = 1; secondIndex < shifts.length; secondIndex++) {
    for (let firstIndex = 0; firstIndex < secondIndex; firstIndex++) {
      const [firstDurationMinutes, secondDurationMinutes] = [
        getDurationMinutes(shifts[firstIndex]!),
        getDurationMinutes(shifts[secondIndex]!),
      ];
      if (
        startMinutesByShift[firstIndex]!.some((firstStart) =>
          startMinutesByShift[secondIndex]!.some((secondStart) =>
            overlapsInPeriod(
              firstStart,
              firstDurationMinutes,
              secondStart,
              secondDurationMinutes,
              MINUTES_PER_WEEK,
            ),
          ),
        )
      )
        return [firstIndex, secondIndex];
    }
  }
  return null;
}

export const isBreakWithinShift = (breakSpan: DailyTimeSpan, shift: DailyTimeSpan): boolean =>
  ((toMinuteOfDay(breakSpan.startsAt) - toMinuteOfDay(shift.startsAt) + MINUTES_PER_DAY) % MINUTES_PER_DAY) +
    getDurationMinutes(breakSpan) <=
  getDurationMinutes(shift);
