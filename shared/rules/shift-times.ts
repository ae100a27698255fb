import { WEEKDAYS, type Weekday } from './weekday.ts';

/** Matches a time of day, 'HH:mm' on the 24-hour clock. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const DAY = 24 * 60;
const WEEK = 7 * DAY;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A time span of at most a day. If the end is not after the start, the end is on the next day. */
export interface DayTimes {
  startsAt: string;
  endsAt: string;
}

/** A shift of a class table: its times, and the weekdays on which it begins. */
export type ShiftTimes = DayTimes & { name: string } & Record<Weekday, boolean>;

/** Returns the length of a time span in minutes, from 1 minute to a whole day. */
export const minutesLong = ({ startsAt, endsAt }: DayTimes): number =>
  ((minuteOf(endsAt) - minuteOf(startsAt) + DAY - 1) % DAY) + 1;

/**
 * Whether two time spans overlap in a period that repeats, e.g. a day or a week. All numbers are
 * minutes.
 */
function overlaps(one: number, oneLong: number, other: number, otherLong: number, circle: number): boolean {
  const ahead = (other - one + circle) % circle;
  return ahead < oneLong || circle - ahead < otherLong;
}

const sharesMinute = (one: DayTimes, other: DayTimes): boolean =>
  overlaps(minuteOf(one.startsAt), minutesLong(one), minuteOf(other.startsAt), minutesLong(other), DAY);

/** Finds the positions of the first two breaks that overlap; null if there are none. */
export function breaksThatOverlap(breaks: readonly DayTimes[]): [number, number] | null {
  for (const [second, other] of breaks.entries()) {
    const first = breaks.slice(0, second).findIndex((one) => sharesMinute(one, other));
    if (first >= 0) return [first, second];
  }
  return null;
}

/**
 * Finds the positions of the first two shifts that overlap within the week; null if there are none.
 */
export function shiftsThatOverlap(shifts: readonly ShiftTimes[]): [number, number] | null {
  const starts = shifts.map((shift) =>
    WEEKDAYS.flatMap((day, index) => (shift[day] ? [index * DAY + minuteOf(shift.startsAt)] : [])),
  );
  for (let second = 1; second < shifts.length; second++) {
    for (let first = 0; first < second; first++) {
      const [long, otherLong] = [minutesLong(shifts[first]!), minutesLong(shifts[second]!)];
      if (
        starts[first]!.some((one) =>
          starts[second]!.some((other) => overlaps(one, long, other, otherLong, WEEK)),
        )
      )
        return [first, second];
    }
  }
  return null;
}

/** Whether a break lies entirely within a shift. */
export const isWithin = (rest: DayTimes, shift: DayTimes): boolean =>
  ((minuteOf(rest.startsAt) - minuteOf(shift.startsAt) + DAY) % DAY) + minutesLong(rest) <=
  minutesLong(shift);
