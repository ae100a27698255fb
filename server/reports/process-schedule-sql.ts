import { sql, type RawBuilder } from 'kysely';

/**
 * The day of a work report (`r` in `work_report`). For a closed report it is the work day; a report of a night shift
 * counts on the day on which the shift begins. For a running report it is the calendar day of its start.
 */
const buildReportDaySql = (zone: string): RawBuilder<string> =>
  sql`coalesce(k.day, (r.started_at at time zone ${zone})::date)`;

/**
 * Builds the SQL of the first and the last day of the run reports of a process `p`. Both are null without run
 * reports.
 */
export const buildRunDaysSql = (zone: string): RawBuilder<unknown> => sql`
  select min(${buildReportDaySql(zone)}) as first_run_day, max(${buildReportDaySql(zone)}) as last_run_day
  from work_report r
  left join work_report_snapshot k on k.factory_id = r.factory_id and k.report_id = r.id
  where r.factory_id = p.factory_id and r.process_id = p.id and r.phase = 'run'
    and r.reversed_at is null and r.reverses_id is null`;

/** Whether no work is left at a process `p`. */
export const IS_PROCESS_DONE_SQL = sql`(p.state in ('completed', 'specialAcceptance', 'scrapped')
  and p.rework_open = 0 and p.in_rework = 0)`;

/**
 * The time at which the work at a process `p` ends according to the applied plan of cycle scheduling, at the
 * last machine if the process is split; null without a plan, and if no work is left.
 */
export const PROJECTED_END_SQL = sql`(select max(a.ends_at) from planned_operation a
  where a.factory_id = p.factory_id and a.process_id = p.id and not ${IS_PROCESS_DONE_SQL})`;

/**
 * The pieces that a process `p` must deliver (`calculateTargetQuantity`).
 */
export const TARGET_SQL = sql`greatest(0, coalesce(p.planned_quantity, 0) - p.inherited_loss - p.accepted_loss)`;

/** The part of the target that a process `p` has delivered, in percent; 100 if nothing has to be delivered. */
export const PROCESS_PROGRESS_SQL = sql`case when ${TARGET_SQL} = 0 then 100
  else round(least(100, (p.good + p.concession) * 100 / ${TARGET_SQL}), 1) end`;
