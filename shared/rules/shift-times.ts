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
 * Whether two time spans overlap in a period that repeats, e.g. a day or a week. `one` and `other` are the starts of
 * the spans, and `circle` is the length of the period. All numbers are minutes.
 */
function overlapsInPeriod(
  one: number,
  oneLength: number,
  other: number,
  otherLength: number,
  circle: number,
): boolean {
  const ahead = (other - one + circle) % circle;
  return ahead < oneLength || circle - ahead < otherLength;
}

const overlapsWithinDay = (one: DailyTimeSpan, other: DailyTimeSpan): boolean =>
  overlapsInPeriod(
    toMinuteOfDay(one.startsAt),
    getDurationMinutes(one),
    toMinuteOfDay(other.startsAt),
    getDurationMinutes(other),
    MINUTES_PER_DAY,
  );

/** Finds the indexes of the first two breaks that overlap; null if none overlap. */
export function findOverlappingBreaks(breaks: readonly DailyTimeSpan[]): [number, number] | null {
  for (const [second, other] of breaks.entries()) {
    const first = breaks.slice(0, second).findIndex((one) => overlapsWithinDay(one, other));
    if (first >= 0) return [first, second];
  }
  return null;
}

/** Finds the indexes of the first two shifts that overlap within the week, which repeats; null if none overlap. */
export function findOverlappingShifts(shifts: readonly ShiftTimes[]): [number, number] | null {
  const starts = shifts.map((shift) =>
    WEEKDAYS.flatMap((day, index) =>
      shift[day] ? [index * MINUTES_PER_DAY + toMinuteOfDay(shift.startsAt)] : [],
    ),
  );
  for (let second = 1; second < shifts.length; second++) {
    for (let first = 0; first < second; first++) {
      const [firstMinutes, secondMinutes] = [
        getDurationMinutes(shifts[first]!),
        getDurationMinutes(shifts[second]!),
      ];
      if (
        starts[first]!.some((one) =>
          starts[second]!.some((other) =>
            overlapsInPeriod(one, firstMinutes, other, secondMinutes, MINUTES_PER_WEEK),
          ),
        )
      )
        return [first, second];
    }
  }
  return null;
}

export const isBreakWithinShift = (breakSpan: DailyTimeSpan, shift: DailyTimeSpan): boolean =>
  ((toMinuteOfDay(breakSpan.startsAt) - toMinuteOfDay(shift.startsAt) + MINUTES_PER_DAY) % MINUTES_PER_DAY) +
    getDurationMinutes(breakSpan) <=
  getDurationMinutes(shift);
