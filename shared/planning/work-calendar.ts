import { getWeekday } from '#shared/rules/days.ts';
import type { HolidayKind } from '#shared/rules/year-calendar.ts';
import { groupBy } from './group-by.ts';
import { cutPeriods, mergePeriods, type Period } from './periods.ts';

/** The person, device or work group that a roster is for. All three are null in a roster of the whole factory. */
export interface RosterTarget {
  readonly employeeId: number | null;
  readonly deviceId: number | null;
  readonly workGroupId: number | null;
}

/** A roster, with the days from which and until which it is valid. */
export interface RosterSpan extends RosterTarget {
  readonly validFrom: string;
  readonly validUntil: string | null;
}

/** A shift of a roster on one day. Its times are in seconds since 1970; `day` is the day on which it starts. */
export interface ShiftOnDay extends RosterTarget {
  readonly day: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly breaks: readonly Period[];
}

export interface CalendarData {
  readonly shifts: readonly ShiftOnDay[];
  readonly rosters: readonly RosterSpan[];
  readonly holidays: readonly {
    readonly kind: HolidayKind;
    readonly weekday: string | null;
    readonly date: string | null;
  }[];
}

/** A person, device or work group for which rosters exist, and the group to which a person or device belongs. */
export interface Worker {
  readonly kind: 'employee' | 'device' | 'workGroup';
  readonly id: number;
  readonly workGroupId: number | null;
}

export interface WorkCalendar {
  /**
   * Makes a function that returns the working time of a worker on a day, without breaks. The day of a night shift is
   * the day on which it starts. The answer is null if no roster is valid for the worker on that day.
   */
  readonly makeShiftLookup: (worker: Worker) => (day: string) => readonly Period[] | null;
  /** Whether a day is a working day according to the holidays of the factory, without its rosters. */
  readonly isWorkday: (day: string) => boolean;
}

const FACTORY_KEY = 'factory';
const buildKey = ({ employeeId, deviceId, workGroupId }: RosterTarget): string =>
  employeeId !== null
    ? `employee ${employeeId}`
    : deviceId !== null
      ? `device ${deviceId}`
      : workGroupId !== null
        ? `workGroup ${workGroupId}`
        : FACTORY_KEY;

/** Lists the keys of the rosters of a worker: the keys of the worker, of the group and of the factory. */
const listKeys = ({ kind, id, workGroupId }: Worker): string[] => [
  `${kind} ${id}`,
  ...(kind !== 'workGroup' && workGroupId !== null ? [`workGroup ${workGroupId}`] : []),
  FACTORY_KEY,
];

/**
 * Makes the calendar of a factory. The shifts of a day come from the most specific rosters that have shifts on that
 * day. Work reports follow the same rule.
 */
export function createWorkCalendar({ shifts, rosters, holidays }: CalendarData): WorkCalendar {
  const shiftsByKey = new Map<string, Map<string, Period[]>>();
  for (const shift of shifts) {
    const key = buildKey(shift);
    const periodsByDay = shiftsByKey.get(key) ?? new Map<string, Period[]>();
    shiftsByKey.set(key, periodsByDay);
    const workedPeriods = cutPeriods([[shift.startsAt, shift.endsAt]], mergePeriods(shift.breaks));
    periodsByDay.set(shift.day, mergePeriods([...(periodsByDay.get(shift.day) ?? []), ...workedPeriods]));
  }
  const rostersByKey = groupBy(rosters, buildKey);
  const restWeekdays = new Set(holidays.flatMap(({ weekday }) => (weekday === null ? [] : [weekday])));
  const kindsByDay = new Map<string, HolidayKind>();
  for (const { date, kind } of holidays)
    if (date !== null && !kindsByDay.has(date)) kindsByDay.set(date, kind);

  return {
    makeShiftLookup: (worker) => {
      const keys = listKeys(worker);
      const levelCalendars = keys.flatMap((key) => shiftsByKey.get(key) ?? []);
      const applicableRosters = keys.flatMap((key) => rostersByKey.get(key) ?? []);
      return (day) => {
        for (const periodsByDay of levelCalendars) {
          const knownPeriods = periodsByDay.get(day);
          if (knownPeriods) return knownPeriods;
        }
        const isRostered = applicableRosters.some(
          ({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || day <= validUntil),
        );
        return isRostered ? [] : null;
      };
    },
    isWorkday: (day) => {
      const kind = kindsByDay.get(day);
      return kind === undefined ? !restWeekdays.has(getWeekday(day)) : kind === 'makeUpWorkday';
    },
  };
}
