import { sql, type RawBuilder } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { SHOWN_DAY_FIELDS } from '#shared/boards/shown-day.ts';
import { choice, number, quantity, text } from '#shared/kernel/fields.ts';
import { addDays, type DayPeriod } from '#shared/rules/days.ts';
import { getToday } from '../db/clock.ts';
import { defineReport } from './define-report.ts';
import {
  buildGroupCondition,
  buildPersonCondition,
  GROUP_SCOPE_ENTITIES,
  loadGroupScope,
  type GroupScope,
} from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';
import { resolveShownDay } from './shown-day.ts';
import { LAST_GROUP_SQL } from './work-columns.ts';

const SUBJECTS = ['workGroup', 'employee', 'device'] as const;
type Subject = (typeof SUBJECTS)[number];
const MEASURES = ['good', 'scrapRate', 'stopTime'] as const;

interface RankingRow {
  /** The id of the work group, the person or the device. */
  id: number;
  /** The position in the list, from 1. */
  position: number;
  /** The rank, from 1. Equal values have the same rank. */
  rank: number;
  name: string;
  groupName: string | null;
  /** The good pieces, the scrap rate in percent, or the stop time in seconds. */
  value: number;
  good: number;
  scrap: number;
}

interface WorkScope extends DayPeriod {
  factoryId: number;
  zone: string;
}

/** Builds the select list that adds up the work of a subject. */
const buildSumsSql = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${id} as id, sum(good) as good, sum(scrap) as scrap,
  coalesce(sum(seconds) filter (where phase = 'stop'), 0) as stop_seconds`;

/**
 * Builds a query that adds up the work of each subject in a period, with the group in which the subject worked last. A
 * report belongs to the work day of its people, or to the work day of its device if it names no people. The group of a
 * report is the group of its process, otherwise of its device. The groups come from the snapshots of the reports.
 */
function buildWorkSql(
  subject: Subject,
  { factoryId, zone, from, to }: WorkScope,
  scope: GroupScope,
): RawBuilder<unknown> {
  if (subject === 'employee')
    return sql`select ${buildSumsSql(sql`employee_id`)}, ${LAST_GROUP_SQL} as work_group_id
      from people_work(${factoryId}::bigint, ${zone}::text, ${from}::date, ${to}::date) w
      where ${buildPersonCondition('w', scope)} group by 1`;
  if (subject === 'device')
    return sql`select ${buildSumsSql(sql`device_id`)}, ${LAST_GROUP_SQL} as work_group_id
      from device_work(${factoryId}::bigint, ${zone}::text, ${from}::date, ${to}::date) w
      where ${buildGroupCondition('w.work_group_id', scope)} group by 1`;
  return sql`select ${buildSumsSql(sql`w.work_group_id`)}, w.work_group_id
    from (
      select k.work_group_id, r.phase, k.seconds, k.good, k.scrap
      from work_report_snapshot k join work_report r on r.factory_id = k.factory_id and r.id = k.report_id
      where k.factory_id = ${factoryId} and k.day between ${from}::date and ${to}::date and r.kind <> 'receive'
        and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
    ) w
    where ${buildGroupCondition('w.work_group_id', scope)} group by w.work_group_id`;
}

const TABLE_BY_SUBJECT: Readonly<Record<Subject, string>> = {
  workGroup: 'work_group',
  employee: 'employee',
  device: 'device',
};
const VALUE_BY_MEASURE: Readonly<Record<(typeof MEASURES)[number], RawBuilder<unknown>>> = {
  good: sql`w.good`,
  scrapRate: sql`round(100.0 * w.scrap / nullif(w.good + w.scrap, 0), 1)`,
  stopTime: sql`w.stop_seconds`,
};

/**
 * The work groups, people or devices with the highest or the lowest value of a measure: good pieces, scrap
 * in percent of the good and scrapped pieces, or stop time. Only subjects with reports in the period are
 * ranked. The period ends today, or on the shown day, and has `days` days.
 */
export const ranking = defineReport<RankingRow>()({
  name: 'ranking',
  path: '/mes/form/ranking',
  parameters: {
    rankedBy: choice(SUBJECTS, { initial: 'workGroup' }),
    measure: choice(MEASURES, { initial: 'good', label: 'rankingMeasure' }),
    order: choice(['highest', 'lowest'], { initial: 'highest', label: 'rankingOrder' }),
    days: number({ min: 1, max: 31, decimals: 0, initial: 7, label: 'rankingDays' }),
    ...GROUP_SCOPE_FIELDS,
    ...SHOWN_DAY_FIELDS,
    limit: number({ min: 1, max: 100, decimals: 0, initial: 20, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    position: { field: number({ required: true, decimals: 0 }), label: 'queuePosition' },
    rank: { field: number({ required: true, decimals: 0 }), label: 'rank' },
    name: { field: text({ required: true }), label: 'name' },
    groupName: { field: text(), label: 'workGroup' },
    value: { field: number({ required: true }), label: 'rankingValue' },
    good: { field: quantity({ required: true }), label: 'good' },
    scrap: { field: quantity({ required: true }), label: 'scrap' },
  },
  rowKey: ['id'],
  watches: [
    'workReport',
    'employee',
    'device',
    ...GROUP_SCOPE_ENTITIES,
    'process',
    'classTable',
    'roster',
    'holiday',
    'factory',
  ],
  clock: 'day',
  run: async (db, user, { rankedBy, measure, order, days, limit, ...otherParams }) => {
    const { factoryId, zone } = user;
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const to = resolveShownDay(db, zone, otherParams) ?? getToday(db, zone);
    const valueSql = VALUE_BY_MEASURE[measure];
    const direction = order === 'highest' ? sql`desc` : sql`asc`;
    const { rows } = await sql<RankingRow>`/* never prepared */
      with work as (${buildWorkSql(rankedBy, { factoryId, zone, from: addDays(to, 1 - days), to }, scope)})
      select s.id, row_number() over (order by ${valueSql} ${direction}, s.code, s.id)::int as position,
             rank() over (order by ${valueSql} ${direction})::int as rank, s.name, g.name as group_name, ${valueSql} as value,
             w.good, w.scrap
      from work w
      join ${sql.table(TABLE_BY_SUBJECT[rankedBy])} s on s.factory_id = ${factoryId} and s.id = w.id
      left join work_group g on g.factory_id = ${factoryId} and g.id = w.work_group_id
      where ${valueSql} is not null
      order by position
      limit ${limit}`.execute(db);
    return rows;
  },
});
