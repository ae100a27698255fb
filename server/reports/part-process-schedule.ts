import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import { OPEN_WORK_COLUMNS_SQL, OPEN_WORK_TABLES_SQL } from '../planning/read-open-work.ts';
import { sumRemainingMinutes } from '../planning/divide-work.ts';
import type { OpenWork } from '../planning/open-work.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { projectedColumns, remainingColumns, toSeconds } from './schedule-columns.ts';
import {
  buildRunDaysSql,
  IS_PROCESS_DONE_SQL,
  PROCESS_PROGRESS_SQL,
  PROJECTED_END_SQL,
  TARGET_SQL,
} from './process-schedule-sql.ts';
import { makePercentColumn } from './work-columns.ts';

interface ProcessScheduleRow {
  processId: number;
  partId: number;
  orderId: number;
  orderCode: string;
  partCode: string;
  partName: string;
  seq: number;
  processName: string;
  groupName: string | null;
  state: ProcessState;
  target: number;
  arrived: number;
  received: number;
  inWork: number;
  good: number;
  scrap: number;
  hold: number;
  /** In percent of the target. */
  progress: number;
  remainingManSeconds: number | null;
  remainingDeviceSeconds: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
  /**
   * The day on which the process ends according to the applied plan; null without a plan, and if the process
   * is done.
   */
  projectedEnd: string | null;
  /** The work day of the first run report. */
  actualStart: string | null;
  /** The work day of the last run report; null unless the process is done. */
  actualEnd: string | null;
  /** The days from the planned end to the actual end, or to today while the process is open; at least 0. */
  lateDays: number;
}
type LoadedRow = Omit<ProcessScheduleRow, 'remainingManSeconds' | 'remainingDeviceSeconds' | 'processName'> &
  OpenWork;

/**
 * The progress of each process against its plan. Without `orderId` and `partId`, the report shows the processes of
 * orders that are released, in progress or suspended. Today is the current day in the time zone of the factory.
 */
export const partProcessSchedule = defineReport<ProcessScheduleRow>()({
  name: 'partProcessSchedule',
  path: '/mes/form/partProcessSchedule',
  page: 'partProcess/schedule',
  isInMenu: true,
  words: {
    partProcessSchedule: ['零件工序进度', 'Progress of processes', '零件工序進度', '部品工程の進捗'],
    actualStart: ['实际开始', 'Actual start', '實際開始', '開始実績'],
    actualEnd: ['实际结束', 'Actual end', '實際結束', '終了実績'],
  },
  parameters: {
    orderId: ref('workOrder', { label: 'workOrder' }),
    partId: ref('part'),
    projectId: ref('project'),
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    processState: choice(PROCESS_STATES),
    limit: number({ min: 1, max: 5000, decimals: 0, initial: 1000, label: 'mostRows' }),
  },
  linkParameters: ['partId'],
  columns: {
    processId: { field: ref('process', { required: true }), label: 'process', hidden: true },
    partId: { field: ref('part', { required: true }), label: 'part', hidden: true },
    orderId: { field: ref('workOrder', { required: true }), label: 'workOrder', hidden: true },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    partName: { field: text({ required: true }), label: 'part' },
    seq: { field: number({ required: true, decimals: 0 }), label: 'seq' },
    processName: { field: text({ required: true }), label: 'process' },
    groupName: { field: text(), label: 'workGroup' },
    state: { field: choice(PROCESS_STATES, { required: true }), label: 'processState' },
    progress: makePercentColumn('progress'),
    target: { field: quantity({ required: true }), label: 'target' },
    arrived: { field: quantity({ required: true }), label: 'arrived' },
    received: { field: quantity({ required: true }), label: 'received' },
    inWork: { field: quantity({ required: true }), label: 'inWork' },
    good: { field: quantity({ required: true }), label: 'good' },
    scrap: { field: quantity({ required: true }), label: 'scrap' },
    hold: { field: quantity({ required: true }), label: 'hold' },
    ...remainingColumns,
    plannedStart: { field: date(), label: 'plannedStart' },
    plannedEnd: { field: date(), label: 'plannedEnd' },
    actualStart: { field: date(), label: 'actualStart' },
    actualEnd: { field: date(), label: 'actualEnd' },
    ...projectedColumns,
  },
  rowKey: ['processId'],
  watches: [
    ...['workReport', 'process', 'part', 'workOrder', 'project', 'customer', 'craft', 'device'],
    ...GROUP_SCOPE_ENTITIES,
  ] as const,
  clock: 'day',
  chart: { label: 'processName', bars: ['progress'] },
  rowPage: { path: '/order', column: 'orderId' },
  run: async (db, user, { orderId, partId, projectId, customerId, processState, limit, ...otherParams }) => {
    const { factoryId, zone } = user;
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const { rows } = await sql<LoadedRow>`
      with shown as (
        select ${OPEN_WORK_COLUMNS_SQL}, g.name as group_name, p.state, ${TARGET_SQL} as target, p.arrived, p.received,
          p.in_work, p.scrap, p.hold, ${PROCESS_PROGRESS_SQL} as progress, run.first_run_day as actual_start,
          case when ${IS_PROCESS_DONE_SQL} then run.last_run_day end as actual_end,
          (${PROJECTED_END_SQL} at time zone ${zone})::date as projected_end, ${IS_PROCESS_DONE_SQL} as is_done
        from ${OPEN_WORK_TABLES_SQL} cross join lateral (${buildRunDaysSql(zone)}) run
        where o.factory_id = ${factoryId} and o.deleted_at is null
          and (${partId}::bigint is null or t.id = ${partId}::bigint)
          and (${projectId}::bigint is null or o.project_id = ${projectId}::bigint)
          and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
          and (${processState}::text is null or p.state = ${processState}::text)
          and case when ${orderId}::bigint is not null then o.id = ${orderId}::bigint
            else ${partId}::bigint is not null or o.state in ('released', 'inProgress', 'suspended') end
          and ${buildGroupCondition('g.id', scope)}
        order by o.due_date nulls last, o.code, t.id, p.seq, p.id
        limit ${limit}
      )
      select s.*, greatest(0, case when s.is_done then s.actual_end else (now() at time zone ${zone})::date end
        - s.planned_end) as late_days
      from shown s`.execute(db);
    return rows.map((row): ProcessScheduleRow => ({
      processId: row.processId,
      partId: row.partId,
      orderId: row.orderId,
      orderCode: row.orderCode,
      partCode: row.partCode,
      partName: row.partName,
      seq: row.seq,
      processName: row.name,
      groupName: row.groupName,
      state: row.state,
      target: row.target,
      arrived: row.arrived,
      received: row.received,
      inWork: row.inWork,
      good: row.good,
      scrap: row.scrap,
      hold: row.hold,
      progress: row.progress,
      remainingManSeconds: toSeconds(sumRemainingMinutes(row, 'manHours')),
      // Without machine minutes it is unknown whether the work needs a machine, so the machine time is
      // unknown too.
      remainingDeviceSeconds:
        row.deviceMinutes === null ? null : toSeconds(sumRemainingMinutes(row, 'deviceHours')),
      plannedStart: row.plannedStart,
      plannedEnd: row.plannedEnd,
      projectedEnd: row.projectedEnd,
      actualStart: row.actualStart,
      actualEnd: row.actualEnd,
      lateDays: row.lateDays,
    }));
  },
});
