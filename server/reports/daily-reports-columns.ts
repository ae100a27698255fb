import { sql } from 'kysely';
import { choice, date, moment, text } from '#shared/kernel/fields.ts';
import type { EntityName } from '#shared/entities/index.ts';
import { rowIdColumn } from './row-columns.ts';
import { IS_TASK_SQL, resultColumns, makeSecondsColumn } from './work-columns.ts';

/** The phases of work at a process, and the work on tasks, which has no phase. */
export const WORK_REPORT_PHASES = ['preparation', 'run', 'stop', 'outsidePlan'] as const;
const DAILY_WORK_REPORT_KINDS = ['start', 'unfinished', 'finish', 'outsidePlan'] as const;

/** A row in a list of the work reports that make up the figures of a day. */
export interface DailyWorkReportRow {
  reportId: number;
  day: string;
  startedAt: string;
  endedAt: string;
  shiftName: string | null;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  kind: (typeof DAILY_WORK_REPORT_KINDS)[number];
  phase: (typeof WORK_REPORT_PHASES)[number];
  seconds: number;
  good: number;
  scrap: number;
  rework: number;
  hold: number;
  earnedSeconds: number | null;
}

/** The name of the process of a work report, or of its task. `buildProcessAndOrderJoinsSql` joins the tables. */
export const PROCESS_OR_TASK_NAME_SQL = sql`coalesce(p.name, c.name, task.name)`;
/** The phase of a work report `w`; `outsidePlan` for work on a task. */
export const PHASE_SQL = sql`case when ${IS_TASK_SQL} then 'outsidePlan' else w.phase end`;
/**
 * The select list of a work report: its day, order, part, process, times and quantities. `w` is the alias of the
 * function `people_work` or `device_work`; `buildProcessAndOrderJoinsSql` joins the other tables.
 */
export const WORK_SELECT_LIST = sql`w.day, w.report_id, w.started_at, w.ended_at, w.shift_name, o.code as order_code,
  part.name as part_name, ${PROCESS_OR_TASK_NAME_SQL} as process_name, w.kind, ${PHASE_SQL} as phase, w.seconds,
  w.good, w.scrap, w.rework, w.hold, w.earned_seconds`;
export const buildProcessAndOrderJoinsSql = (factoryId: number) => sql`
  left join process p on p.factory_id = ${factoryId} and p.id = w.process_id
  left join work_report reported on w.process_id is null and reported.factory_id = ${factoryId} and reported.id = w.report_id
  left join task on task.factory_id = ${factoryId} and task.id = reported.task_id
  left join extra_process x on x.factory_id = ${factoryId} and x.task_id = reported.task_id
  left join craft c on c.factory_id = ${factoryId} and c.id = coalesce(p.craft_id, x.craft_id)
  left join part on part.factory_id = ${factoryId} and part.id = coalesce(p.part_id, x.part_id)
  left join work_order o on o.factory_id = part.factory_id and o.id = part.order_id`;

/** The entities whose changes make the server compute the lists of work reports again. */
export const DAILY_REPORT_ENTITIES: readonly EntityName[] = [
  'workReport',
  'employee',
  'device',
  'process',
  'part',
  'workOrder',
  'craft',
  'task',
  'classTable',
  'roster',
  'holiday',
];

/**
 * Builds the SQL condition for the work group and the phase of a work report. A null parameter allows every value.
 */
export const buildWorkReportCondition = (workGroupId: number | null, phase: string | null) => sql`
  (${workGroupId}::bigint is null or w.work_group_id = ${workGroupId}::bigint)
  and (${phase}::text is null or ${PHASE_SQL} = ${phase}::text)`;

/** The first columns of a list of work reports: the work day, and the id of the work report. */
export const dayAndReportColumns = {
  day: { field: date({ required: true }), label: 'day' },
  reportId: rowIdColumn,
} as const;

export const workReportColumns = {
  startedAt: { field: moment({ required: true }), label: 'startedAt' },
  endedAt: { field: moment({ required: true }), label: 'endedAt' },
  shiftName: { field: text(), label: 'shift' },
  orderCode: { field: text(), label: 'workOrder' },
  partName: { field: text(), label: 'part' },
  processName: { field: text(), label: 'process' },
  kind: { field: choice(DAILY_WORK_REPORT_KINDS, { required: true }), label: 'reportKind' },
  phase: { field: choice(WORK_REPORT_PHASES, { required: true }), label: 'phase' },
  seconds: makeSecondsColumn('duration'),
  ...resultColumns,
} as const;
