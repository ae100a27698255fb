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
  const page = (filter: Record<string, unknown>) =>
    call<PageAnswer<Holiday>>(
      `${HOLIDAY_API_PATH}/page`,
      { filter, limit: MAX_HOLIDAYS, sort: 'id' },
      { signal },
    );
  const [weekly, dated] = await Promise.all([
    page({ kind: 'weeklyRest' }),
    page({ date: { from: `${year}-01-01`, to: `${year}-12-31` } }),
  ]);
  return [...weekly.rows, ...dated.rows];
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
  const remove = async (ids: number[]) => {
    if (ids.length > 0) await send(`${HOLIDAY_API_PATH}/delete`, { ids });
  };
  const put = async (dates: readonly string[], wish: DayChange): Promise<void> => {
    const holidaysByDate = new Map(holidays.flatMap((one) => (one.date ? [[one.date, one] as const] : [])));
    try {
      if (wish === null) await remove(dates.flatMap((date) => holidaysByDate.get(date)?.id ?? []));
      else
        for (const date of dates) {
          const known = holidaysByDate.get(date);
          const idAndVersion = known ? { id: known.id, version: known.version } : {};
          await send(`${HOLIDAY_API_PATH}/save`, { ...idAndVersion, ...wish, date });
        }
    } catch {
      // The user has already seen the error. Days that were saved before the error stay changed.
    }
    await refetch();
  };
  const toggleWeeklyRest = async (weekday: Weekday, name: string): Promise<void> => {
    const known = holidays.find((one) => one.weekday === weekday);
    try {
      if (known) await remove([known.id]);
      else await send(`${HOLIDAY_API_PATH}/save`, { kind: 'weeklyRest', weekday, name });
    } catch {
      // The user has already seen the error.
    }
    await refetch();
  };
  return { holidays, isKnown: data !== undefined, put, toggle: toggleWeeklyRest, refetch };
}
