import { listDays, getWeekday } from './days.ts';
import type { Weekday } from './weekday.ts';

/** The kinds of holidays. A make-up workday is a working day by exception. */
export type HolidayKind = 'weeklyRest' | 'rest' | 'statutory' | 'makeUpWorkday';

/** A stored holiday, which is either on a `weekday` of every week or on one `date`. */
export interface StoredHoliday {
  readonly kind: HolidayKind;
  readonly weekday: Weekday | null;
  readonly date: string | null;
  readonly name: string;
}

/** A day of the calendar; `kind` is null for an ordinary working day. */
export interface CalendarDay {
  /** The day as 'YYYY-MM-DD'. */
  readonly date: string;
  readonly kind: HolidayKind | null;
  readonly name: string | null;
  readonly isWorked: boolean;
}

/**
 * Builds the calendar of a year as twelve lists of days, one for each month. A holiday on a date overrides a weekly
 * holiday.
 */
export function buildYearCalendar(year: number, holidays: readonly StoredHoliday[]): CalendarDay[][] {
  const holidayByWeekday = new Map(
    holidays.flatMap((holiday) => (holiday.weekday ? [[holiday.weekday, holiday]] : [])) as [
      Weekday,
      StoredHoliday,
    ][],
  );
  const holidayByDate = new Map(
    holidays.flatMap((holiday) => (holiday.date ? [[holiday.date, holiday]] : [])) as [
      string,
      StoredHoliday,
    ][],
  );
  const days = listDays(`${year}-01-01`, `${year}-12-31`).map((date): CalendarDay => {
    const holiday = holidayByDate.get(date) ?? holidayByWeekday.get(getWeekday(date));
    const kind = holiday?.kind ?? null;
    return { date, kind, name: holiday?.name ?? null, isWorked: kind === null || kind === 'makeUpWorkday' };
  });
  return Array.from({ length: 12 }, (_, month) =>
    days.filter(({ date }) => Number(date.slice(5, 7)) === month + 1),
  );
}
