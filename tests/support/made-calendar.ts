import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS, type Weekday } from '#shared/rules/weekday.ts';

/** A shift of a test calendar; times are 'HH:mm'. */
export interface TestShift {
  name: string;
  startsAt: string;
  endsAt: string;
  weekdays: readonly Weekday[];
}

/** A roster of a test calendar, for one target or for the whole factory. */
export interface TestRoster {
  shifts: readonly TestShift[];
  validFrom: string;
  validUntil: string | null;
}

/**
 * The clock of a factory, its weekly rest days, and its single days off and make-up work days. The work-day rule needs
 * only these and the rosters.
 */
export interface TestCalendar {
  /** Converts a wall-clock time 'YYYY-MM-DDTHH:mm' to epoch milliseconds. */
  getInstant: (localTime: string) => number;
  getDay: (instant: number) => string;
  weeklyRest: ReadonlySet<Weekday>;
  holidayKindByDay: ReadonlyMap<string, 'rest' | 'statutory' | 'makeUpWorkday'>;
}

const HOUR_MS = 3_600_000;
const computeWeekday = (day: string): Weekday =>
  WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!;

function isShiftWorked(calendar: TestCalendar, shift: TestShift, day: string): boolean {
  const weekday = computeWeekday(day);
  const holidayKind = calendar.holidayKindByDay.get(day);
  if (holidayKind === 'makeUpWorkday')
    return shift.weekdays.some(
      (weekdayOfShift) => weekdayOfShift !== 'saturday' && weekdayOfShift !== 'sunday',
    );
  if (holidayKind !== undefined || calendar.weeklyRest.has(weekday)) return false;
  return shift.weekdays.includes(weekday);
}

interface DatedShift {
  day: string;
  startMs: number;
  endMs: number;
}

/**
 * Returns the work day of work that starts at `start`, by the rosters of one level, for example of the work group. A
 * shift that is running at `start` is preferred to a shift that begins within the next hour.
 * @returns null if there is no such shift
 */
function findWorkDayOfLevel(
  calendar: TestCalendar,
  rosters: readonly TestRoster[],
  start: number,
): string | null {
  const datedShifts: DatedShift[] = [];
  const nearbyDays = [-2, -1, 0, 1, 2].map((days) => addDays(calendar.getDay(start), days));
  for (const day of nearbyDays) {
    for (const roster of rosters) {
      if (day < roster.validFrom || (roster.validUntil !== null && day > roster.validUntil)) continue;
      for (const shift of roster.shifts) {
        if (!isShiftWorked(calendar, shift, day)) continue;
        const endDay = shift.endsAt <= shift.startsAt ? addDays(day, 1) : day;
        datedShifts.push({
          day,
          startMs: calendar.getInstant(`${day}T${shift.startsAt}`),
          endMs: calendar.getInstant(`${endDay}T${shift.endsAt}`),
        });
      }
    }
  }
  datedShifts.sort((a, b) => a.startMs - b.startMs);
  const runningShift = datedShifts.find((shift) => shift.startMs <= start && start < shift.endMs);
  const upcomingShift = datedShifts.find(
    (shift) => shift.startMs - HOUR_MS <= start && start < shift.startMs,
  );
  return (runningShift ?? upcomingShift)?.day ?? null;
}

/**
 * A simple implementation of the work-day rule, to compare with the database. The first level with a shift that is
 * running at `start`, or that begins within the next hour, decides. If no level has such a shift, the work day is the
 * calendar day.
 * @param levels the rosters of the person or device, of the work group and of the factory, in this order
 */
export function findWorkDay(
  calendar: TestCalendar,
  levels: readonly (readonly TestRoster[])[],
  start: number,
): string {
  for (const rosters of levels) {
    const day = findWorkDayOfLevel(calendar, rosters, start);
    if (day !== null) return day;
  }
  return calendar.getDay(start);
}
