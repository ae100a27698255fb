import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { Weekday } from '#shared/rules/weekday.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

type Holiday = Entity<'holiday'>;

const HOLIDAY_API_PATH = entities.holiday.path;
const MAX_HOLIDAYS = 500;

/** Reads the weekly rest days, and the holidays whose date is in `year`. */
async function fetchHolidays(year: number, signal: AbortSignal): Promise<Holiday[]> {
  const fetchPage = (filter: Record<string, unknown>) =>
    call<PageAnswer<Holiday>>(
      `${HOLIDAY_API_PATH}/page`,
      { filter, limit: MAX_HOLIDAYS, sort: 'id' },
      { signal },
    );
  const [weeklyPage, datedPage] = await Promise.all([
    fetchPage({ kind: 'weeklyRest' }),
    fetchPage({ date: { from: `${year}-01-01`, to: `${year}-12-31` } }),
  ]);
  return [...weeklyPage.rows, ...datedPage.rows];
}

/** The new kind and name of a day. Null makes the day an ordinary day. */
export type DayChange = { kind: 'rest' | 'statutory' | 'makeUpWorkday'; name: string } | null;

/** Reads the weekly rest days and the holidays of a year, and returns functions that change holidays. */
export function useHolidayYear(year: number) {
  const { data, refetch } = useQuery({
    queryKey: queryKeys.entity('holiday', 'page', { year }),
    queryFn: ({ signal }) => fetchHolidays(year, signal),
  });
  const holidays = data ?? [];
  const deleteHolidays = async (ids: number[]) => {
    if (ids.length > 0) await send(`${HOLIDAY_API_PATH}/delete`, { ids });
  };
  const changeDays = async (dates: readonly string[], dayChange: DayChange): Promise<void> => {
    const holidaysByDate = new Map(
      holidays.flatMap((holiday) => (holiday.date ? [[holiday.date, holiday] as const] : [])),
    );
    try {
      if (dayChange === null)
        await deleteHolidays(dates.flatMap((date) => holidaysByDate.get(date)?.id ?? []));
      else
        for (const date of dates) {
          const existingHoliday = holidaysByDate.get(date);
          const idAndVersion = existingHoliday
            ? { id: existingHoliday.id, version: existingHoliday.version }
            : {};
          await send(`${HOLIDAY_API_PATH}/save`, { ...idAndVersion, ...dayChange, date });
        }
    } catch {
      // The user has already seen the error. Days that were saved before the error stay changed.
    }
    await refetch();
  };
  const toggleWeeklyRest = async (weekday: Weekday, name: string): Promise<void> => {
    const existingHoliday = holidays.find((holiday) => holiday.weekday === weekday);
    try {
      if (existingHoliday) await deleteHolidays([existingHoliday.id]);
      else await send(`${HOLIDAY_API_PATH}/save`, { kind: 'weeklyRest', weekday, name });
    } catch {
      // The user has already seen the error.
    }
    await refetch();
  };
  return { holidays, isLoaded: data !== undefined, changeDays, toggleWeeklyRest, refetch };
}
