import { sql, type RawBuilder } from 'kysely';

/** The number of days before today in which `buildShiftSql` searches for the last shift. */
const MAX_DAYS_SINCE_LAST_SHIFT = 3;

/** Selects the shifts that have not begun, with the time until their start. */
const NEXT_SHIFT_SQL = sql`
  select 2, day, shift_name, starts_at, ends_at, false, starts_at - now() from shifts where starts_at > now()`;

/** Selects the shifts that have ended, with the time since their end. */
const LAST_SHIFT_SQL = sql`
  select 2, day, shift_name, starts_at, ends_at, true, now() - ends_at from shifts where ends_at <= now()`;

/**
 * Builds the common table expressions of `buildShiftSql` for a past day. `shift` has the last shift of the day, or the
 * calendar day if it has no shift.
 */
const buildShiftOfDaySql = (factoryId: number, zone: string, day: string): RawBuilder<unknown> => sql`
  calendar as (
    select ${day}::date as today
  ), windows as materialized (
    select distinct level, day, shift_name, starts_at, ends_at
    from calendar, shift_windows(${factoryId}, ${zone}, today, today)
    where level in (2, 3)
  ), shifts as (
    select day, shift_name, starts_at, ends_at from windows where level = (select max(level) from windows)
  ), shift as (
    select * from (
      select 1 as choice, day, shift_name, starts_at, ends_at, true as has_begun from shifts
      union all
      select 2, today, null, today::timestamp at time zone ${zone},
             (today + 1)::timestamp at time zone ${zone}, true
      from calendar
    ) found
    order by choice, starts_at desc limit 1
  )`;

/**
 * Builds the common table expressions `calendar (today)`, `shifts`, with the shifts of the factory around today, and
 * `shift`, with the current shift: `day`, `shift_name`, `starts_at`, `ends_at`, `has_begun`. If two shifts overlap, the
 * current shift is the one that began last. The shifts come from the roster of the factory, otherwise from the rosters
 * of the work groups.
 *
 * If no shift is running, `fallback` decides whether `shift` has the next shift of the coming eight days or the last
 * shift of the past three days. `shift` has the calendar day if there is no roster, or if no last shift is found. If
 * there is a roster but no next shift, `shift` has no row.
 * @param pastDay the last shift of this day is the current shift; null for the shift at the present time
 */
export const buildShiftSql = (
  factoryId: number,
  zone: string,
  fallback: 'next' | 'last',
  pastDay: string | null = null,
): RawBuilder<unknown> =>
  pastDay !== null
    ? buildShiftOfDaySql(factoryId, zone, pastDay)
    : sql`
  calendar as (
    select (now() at time zone ${zone})::date as today
  ), windows as materialized (
    select distinct level, day, shift_name, starts_at, ends_at
    from calendar, shift_windows(
      ${factoryId}, ${zone}, today - ${fallback === 'next' ? 1 : MAX_DAYS_SINCE_LAST_SHIFT}::integer,
      today + ${fallback === 'next' ? 8 : 0}::integer
    )
    where level in (2, 3)
  ), shifts as (
    select day, shift_name, starts_at, ends_at from windows where level = (select max(level) from windows)
  ), shift as (
    select * from (
      select 1 as choice, day, shift_name, starts_at, ends_at, true as has_begun, now() - starts_at as distance
      from shifts where starts_at <= now() and now() < ends_at
      union all
      ${fallback === 'next' ? NEXT_SHIFT_SQL : LAST_SHIFT_SQL}
      union all
      select 3, today, null, today::timestamp at time zone ${zone},
             (today + 1)::timestamp at time zone ${zone}, true, interval '0'
      from calendar
      where ${fallback === 'last'}::boolean or not exists (
        select 1 from roster
        where factory_id = ${factoryId} and deleted_at is null and employee_id is null and device_id is null
          and coalesce(valid_until, 'infinity') >= today
      )
    ) found
    -- If two shifts overlap, take the one that began last.
    order by choice, distance limit 1
  )`;

/**
 * Builds the common table expression `day (today, opens, closes, worked)` for the work day of the row of `shift`:
 * the time from its first to its last shift, and the sum of the lengths of its shifts in seconds.
 */
export const SHIFT_DAY_SQL: RawBuilder<unknown> = sql`
  day as (
    select s.day as today, least(min(o.starts_at), s.starts_at) as opens, greatest(max(o.ends_at), s.ends_at) as closes,
           coalesce(sum(extract(epoch from o.ends_at - o.starts_at)), extract(epoch from s.ends_at - s.starts_at))
             as worked
    from shift s left join shifts o on o.day = s.day
    group by s.day, s.starts_at, s.ends_at
  )`;
