import { sql } from 'kysely';
import { ALARM_COMPARISONS } from '#shared/alarms/evaluate-alarm.ts';
import { ALARM_MEASURES } from '#shared/alarms/measures.ts';
import type { ListedAlarm, OpenAlarm } from '#shared/answers/open-alarm.ts';
import { MAX_FIRED_VALUE } from '#shared/entities/alarm.ts';
import { ALARM_SEVERITIES } from '#shared/entities/alarm-rule.ts';
import { choice, flag, moment, number, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { OPEN_ALARM_STATES } from '#shared/machines/alarm.ts';
import type { Db } from '../db/database.ts';
import { defineReport } from './define-report.ts';
import { rowIdColumn } from './row-columns.ts';

const MAX_LISTED_ALARMS = 500;

/** The columns of an open alarm, for a select with the tables of `buildOpenAlarmsFromClause`. */
const OPEN_ALARM_COLUMNS = sql`a.id, a.version, a.name, a.subject, a.state, a.severity, a.measure, a.fired_value,
  a.comparison, a.limit_value, a.sound, a.condition_since, a.fired_at, a.fired_count, a.last_fired_at, a.acknowledged_at,
  case when a.state = 'acknowledged' then coalesce(e.name, a.updated_by) end as acknowledged_by,
  a.escalated_at, a.escalated_to`;

const buildOpenAlarmsFromClause = (factoryId: number) => sql`from alarm a
  left join employee e on e.factory_id = a.factory_id and e.id = a.acknowledged_by_id
  where a.factory_id = ${factoryId} and a.deleted_at is null and a.state in ('firing', 'acknowledged')`;

/** Sorts unacknowledged alarms first, then critical ones, then escalated ones, then older ones. */
const OPEN_ALARM_ORDER = sql`order by a.state = 'firing' desc, a.severity = 'critical' desc, a.escalated_at is not null desc,
  a.fired_at, a.id limit ${MAX_LISTED_ALARMS}`;

/** Reads the open alarms, and whether each was escalated to a role of the employee. */
export async function loadListedAlarms(
  db: Db,
  factoryId: number,
  employeeId: number | null,
): Promise<ListedAlarm[]> {
  const { rows } = await sql<ListedAlarm>`
    select ${OPEN_ALARM_COLUMNS}, a.state = 'firing' and exists (
        select 1 from alarm_condition c
        join employee_role_ids r on r.factory_id = c.factory_id and r.owner_id = ${employeeId}::bigint
          and r.target_id = any(c.escalated_role_ids)
        where c.factory_id = a.factory_id and c.alarm_id = a.id
      ) as is_escalated_to_user
    ${buildOpenAlarmsFromClause(factoryId)} ${OPEN_ALARM_ORDER}`.execute(db);
  return rows;
}

/** The open alarms for wall displays: the name, the subject, the time and the person who acknowledged the alarm. */
export const openAlarms = defineReport<OpenAlarm>()({
  name: 'openAlarms',
  path: '/mes/form/openAlarms',
  permission: PRODUCTION_PERMISSION,
  parameters: {},
  columns: {
    id: rowIdColumn,
    version: { field: number({ required: true, decimals: 0 }), label: 'version', hidden: true },
    name: { field: text({ required: true }), label: 'alarmRule' },
    subject: { field: text(), label: 'alarmSubject' },
    state: { field: choice(OPEN_ALARM_STATES, { required: true }), label: 'alarmState' },
    severity: { field: choice(ALARM_SEVERITIES, { required: true }), label: 'severity' },
    measure: { field: choice(ALARM_MEASURES, { required: true }), label: 'alarmMeasure' },
    firedValue: {
      field: number({ required: true, min: -MAX_FIRED_VALUE, decimals: 2 }),
      label: 'firedValue',
    },
    comparison: { field: choice(ALARM_COMPARISONS, { required: true }), label: 'comparison' },
    limitValue: { field: number({ required: true, decimals: 2 }), label: 'limitValue' },
    sound: { field: flag(), label: 'alarmSound', hidden: true },
    conditionSince: { field: moment({ required: true }), label: 'conditionSince' },
    firedAt: { field: moment({ required: true }), label: 'firedAt' },
    firedCount: { field: number({ required: true, decimals: 0 }), label: 'firedCount' },
    lastFiredAt: { field: moment({ required: true }), label: 'lastFiredAt' },
    acknowledgedAt: { field: moment(), label: 'acknowledgedAt' },
    acknowledgedBy: { field: text(), label: 'acknowledgedBy' },
    escalatedAt: { field: moment(), label: 'escalatedAt' },
    escalatedTo: { field: text({ max: 2000 }), label: 'escalatedTo' },
  },
  rowKey: ['id'],
  watches: ['alarm', 'employee'],
  run: async (db, { factoryId }) => {
    const { rows } = await sql<OpenAlarm>`
      select ${OPEN_ALARM_COLUMNS} ${buildOpenAlarmsFromClause(factoryId)} and a.on_walls ${OPEN_ALARM_ORDER}`.execute(
      db,
    );
    return rows;
  },
});
