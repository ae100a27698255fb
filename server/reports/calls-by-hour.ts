import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { moment, number } from '#shared/kernel/fields.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';

interface HourCallsRow {
  startsAt: string;
  raised: number;
  /**
   * The number of calls that were open at the end of the hour; in the last row, the number of calls that are open now.
   */
  openCount: number;
}

/**
 * For each of the last 24 clock hours, how many calls for help were raised in the hour, and how many were
 * open at its end.
 */
export const callsByHour = defineReport<HourCallsRow>()({
  name: 'callsByHour',
  path: '/mes/form/callsByHour',
  words: {
    callsByHour: ['每小时呼叫', 'Calls by hour', '每小時呼叫', '時間別呼出'],
    raisedCalls: ['发起呼叫', 'Calls raised', '發起呼叫', '呼出件数'],
  },
  parameters: GROUP_SCOPE_FIELDS,
  columns: {
    startsAt: { field: moment({ required: true }), label: 'startedAt' },
    raised: { field: number({ required: true, decimals: 0 }), label: 'raisedCalls', total: true },
    openCount: { field: number({ required: true, decimals: 0 }), label: 'openCalls' },
  },
  rowKey: ['startsAt'],
  watches: ['abnormalCall', ...GROUP_SCOPE_ENTITIES, 'factory'],
  clock: 'minute',
  run: async (db, { factoryId, zone }, params) => {
    const scope = await loadGroupScope(db, factoryId, params);
    const { rows } = await sql<HourCallsRow>`
      with hours as (
        select h as starts_at, least(h + interval '1 hour', now()) as ends_at
        from generate_series(
          date_trunc('hour', now() at time zone ${zone}) at time zone ${zone} - interval '23 hours', now(),
          interval '1 hour'
        ) h
      ), calls as (
        select raised_at, coalesce(solved_at, cancelled_at, 'infinity') as closed_at
        from abnormal_call, (select min(starts_at) as opens from hours) first
        where factory_id = ${factoryId} and deleted_at is null
          and coalesce(solved_at, cancelled_at, 'infinity') > first.opens
          and ${buildGroupCondition('work_group_id', scope)}
      )
      select h.starts_at,
             count(*) filter (where c.raised_at >= h.starts_at and c.raised_at < h.starts_at + interval '1 hour')::integer as raised,
             count(*) filter (where c.raised_at < h.ends_at and c.closed_at >= h.ends_at)::integer as open_count
      from hours h left join calls c on true
      group by h.starts_at
      order by h.starts_at`.execute(db);
    return rows;
  },
});
