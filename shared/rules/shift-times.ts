import { WEEKDAYS, type Weekday } from './weekday.ts';

/** A time of day: 'HH:mm' of 24 hours. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const DAY = 24 * 60;
const WEEK = 7 * DAY;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A time span within a day; an end that is not after the start is on the next day. */
export interface DayTimes {
  startsAt: string;
  endsAt: string;
}

/** A shift of a class table: its times, and the weekdays on which it begins. */
export type ShiftTimes = DayTimes & { name: string } & Record<Weekday, boolean>;

/** The length of a time span in minutes: from 1 to a whole day. */
export const minutesLong = ({ startsAt, endsAt }: DayTimes): number =>
  ((minuteOf(endsAt) - minuteOf(startsAt) + DAY - 1) % DAY) + 1;

/** Whether two time spans on a circle overlap. */
function overlaps(one: number, oneLong: number, other: number, otherLong: number, circle: number): boolean {
  const ahead = (other - one + circle) % circle;
  return ahead < oneLong || circle - ahead < otherLong;
}

const sharesMinute = (one: DayTimes, other: DayTimes): boolean =>
  overlaps(minuteOf(one.startsAt), minutesLong(one), minuteOf(other.startsAt), minutesLong(other), DAY);

/** Finds the first two breaks that overlap. */
export function breaksThatOverlap(breaks: readonly DayTimes[]): [number, number] | null {
  for (const [second, other] of breaks.entries()) {
    const first = breaks.slice(0, second).findIndex((one) => sharesMinute(one, other));
    if (first >= 0) return [first, second];
  }
  return null;
}

/** Finds the first two shifts of a class table that overlap within the week, and their positions. */
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
