import { sql, type RawBuilder } from 'kysely';
import type { DayPeriod } from '#shared/rules/days.ts';

/**
 * Builds the common table expression `bad_pieces`. Each row is a report with bad pieces, or an exception, of the
 * period. Each piece counts once:
 *
 * - Pieces that an exception took from the bad pieces of a known report count under the exception only.
 * - Pieces that an exception took from the bad pieces of an unknown report count under the reports only.
 *
 * A report belongs to its work day. An exception belongs to the day on which it was raised. Cancelled exceptions are
 * left out. The process of an exception is the responsible process. Until the responsible process is determined, it is
 * the process that holds the pieces.
 */
export const buildBadPiecesSql = (
  factoryId: number,
  zone: string,
  { from, to }: DayPeriod,
): RawBuilder<unknown> => sql`bad_pieces as (
    select null::bigint as exception_id, r.id as report_id, r.process_id, r.error_class_id, r.device_id,
      greatest(0, s.scrap + case when r.is_rework then 0 else s.rework end - coalesce((
        select sum(x.quantity) from quality_exception x
        where x.factory_id = r.factory_id and x.report_id = r.id and x.source in ('scrap', 'reworkOpen')
          and x.state <> 'cancelled' and x.deleted_at is null), 0)) as reported,
      0::numeric as held, null::numeric as loss
    from work_report_snapshot s
      join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
    where s.factory_id = ${factoryId} and s.day between ${from}::date and ${to}::date and (s.scrap > 0 or s.rework > 0)
      and r.process_id is not null and r.reversed_at is null and r.reverses_id is null
    union all
    select x.id, x.report_id, coalesce(x.responsible_process_id, x.process_id), x.error_class_id, r.device_id,
      0, case when x.report_id is null and x.source in ('scrap', 'reworkOpen') then 0 else x.quantity end,
      l.lost_material_cost + l.lost_manufacturing_cost
    from quality_exception x
      left join work_report r on r.factory_id = x.factory_id and r.id = x.report_id
      left join quality_loss l on l.factory_id = x.factory_id and l.exception_id = x.id
    where x.factory_id = ${factoryId} and x.deleted_at is null and x.state <> 'cancelled'
      and x.raised_at >= ${from}::timestamp at time zone ${zone}
      and x.raised_at < (${to}::date + 1)::timestamp at time zone ${zone}
  )`;
