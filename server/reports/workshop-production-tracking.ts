import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import { OPEN_WORK_COLUMNS_SQL, OPEN_WORK_TABLES_SQL } from '../planning/read-open-work.ts';
import { sumRemainingMinutes } from '../planning/divide-work.ts';
import type { OpenWork } from '../planning/open-work.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { projectedColumns, remainingColumns, toSeconds } from './schedule-columns.ts';
import {
  IS_PROCESS_DONE_SQL,
  PROCESS_PROGRESS_SQL,
  PROJECTED_END_SQL,
  TARGET_SQL,
} from './process-schedule-sql.ts';
import { makePercentColumn } from './work-columns.ts';

interface PartTrackingRow {
  partId: number;
  orderId: number;
  orderCode: string;
  partCode: string;
  partName: string;
  quantity: number;
  /**
   * The name of the first process of the routing that is not done. Of parallel processes, it is the process
   * with the least progress.
   */
  currentProcess: string;
  state: ProcessState;
  groupName: string | null;
  deviceName: string | null;
  /** The supplier at which pieces of the process are. */
  supplierName: string | null;
  /** The names of the people who are working on the current process. */
  people: string | null;
  /** The time since which the current process has been in its state. */
  waitingSince: string | null;
  suspendReason: string | null;
  nextProcess: string | null;
  /** The good pieces of all processes of the part, in percent of their targets. */
  progress: number;
  remainingManSeconds: number | null;
  remainingDeviceSeconds: number | null;
  hold: number;
  scrap: number;
  dueDate: string | null;
  /**
   * The day on which the last process of the part ends according to the applied plan; null if an open process
   * is missing in the plan.
   */
  projectedEnd: string | null;
  /** The days from the due date to the projected end, or to today if that is later; at least 0. */
  lateDays: number;
}

/** A process of an open part, with the columns of its part and order. */
interface TrackedProcess extends OpenWork {
  quantity: number;
  state: ProcessState;
  isDone: boolean;
  progress: number;
  target: number;
  hold: number;
  scrap: number;
  groupName: string | null;
  deviceName: string | null;
  supplierName: string | null;
  people: string | null;
  waitingSince: string | null;
  suspendReason: string | null;
  dueDate: string | null;
  projectedDay: string | null;
  today: string;
}

/** Adds up seconds; null if one of the values is unknown. */
const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + Math.round(value * 10_000), 0) / 10_000;

/** Describes an open part by its processes, which are sorted by the routing; null if all of them are done. */
function describePart(processes: readonly TrackedProcess[]): PartTrackingRow | null {
  const openProcesses = processes.filter(({ isDone }) => !isDone);
  const firstProcess = openProcesses[0];
  if (!firstProcess) return null;
  const currentProcess = openProcesses
    .filter(({ seq }) => seq === firstProcess.seq)
    .reduce((least, process) => (process.progress < least.progress ? process : least));
  const nextProcess = openProcesses.find(({ seq }) => seq > currentProcess.seq);
  const targetSum = sum(processes.map(({ target }) => target));
  const doneSum = sum(processes.map(({ target, good, concession }) => Math.min(target, good + concession)));
  const projectedDays = openProcesses.map(({ projectedDay }) => projectedDay);
  const projectedEnd = projectedDays.includes(null) ? null : projectedDays.toSorted().at(-1)!;
  const expectedDay =
    projectedEnd !== null && projectedEnd > firstProcess.today ? projectedEnd : firstProcess.today;
  return {
    partId: currentProcess.partId,
    orderId: currentProcess.orderId,
    orderCode: currentProcess.orderCode,
    partCode: currentProcess.partCode,
    partName: currentProcess.partName,
    quantity: currentProcess.quantity,
    currentProcess: currentProcess.name,
    state: currentProcess.state,
    groupName: currentProcess.groupName,
    deviceName: currentProcess.deviceName,
    supplierName: currentProcess.supplierName,
    people: currentProcess.people,
    waitingSince: currentProcess.waitingSince,
    suspendReason: currentProcess.suspendReason,
    nextProcess: nextProcess?.name ?? null,
    progress: targetSum === 0 ? 100 : Math.round((doneSum / targetSum) * 1000) / 10,
    remainingManSeconds: sumKnown(
      openProcesses.map((process) => sumRemainingMinutes(process, 'manHours')).map(toSeconds),
    ),
    remainingDeviceSeconds: sumKnown(
      openProcesses.map((process) => sumRemainingMinutes(process, 'deviceHours')).map(toSeconds),
    ),
    hold: sum(processes.map(({ hold }) => hold)),
    scrap: sum(processes.map(({ scrap }) => scrap)),
    dueDate: currentProcess.dueDate,
    projectedEnd,
    lateDays:
      currentProcess.dueDate === null
        ? 0
        : Math.max(0, countDaysBetween(currentProcess.dueDate, expectedDay)),
  };
}

/**
 * The state of each open part of the released orders: its current process, who works on it, what is left and
 * when it is expected to be finished. The parts that are due first come first.
 */
export const workshopProductionTracking = defineReport<PartTrackingRow>()({
  name: 'workshopProductionTracking',
  path: '/mes/form/workshopProductionTracking',
  page: 'workshop/workshopProductionTrackingTable',
  isInMenu: true,
  words: {
    workshopProductionTracking: ['车间生产跟踪表', 'Workshop tracking', '廠房生產追蹤表', '職場別生産追跡表'],
    currentProcess: ['当前工序', 'Current process', '目前工序', '現在工程'],
    nextProcess: ['下道工序', 'Next process', '下道工序', '次工程'],
    inStateSince: ['状态起始', 'In this state since', '狀態起始', '現状態の開始'],
  },
  parameters: {
    orderId: ref('workOrder', { label: 'workOrder' }),
    projectId: ref('project'),
    customerId: ref('customer'),
    ...GROUP_SCOPE_FIELDS,
    limit: number({ min: 1, max: 1000, decimals: 0, initial: 200, label: 'mostRows' }),
  },
  linkParameters: ['orderId'],
  columns: {
    partId: { field: ref('part', { required: true }), label: 'part', hidden: true },
    orderId: { field: ref('workOrder', { required: true }), label: 'workOrder', hidden: true },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    partName: { field: text({ required: true }), label: 'part' },
    quantity: { field: quantity({ required: true }), label: 'quantity' },
    progress: makePercentColumn('progress'),
    currentProcess: { field: text({ required: true }), label: 'currentProcess' },
    state: { field: choice(PROCESS_STATES, { required: true }), label: 'processState' },
    groupName: { field: text(), label: 'workGroup' },
    deviceName: { field: text(), label: 'device' },
    supplierName: { field: text(), label: 'supplier' },
    people: { field: text(), label: 'people' },
    waitingSince: { field: moment(), label: 'inStateSince' },
    suspendReason: { field: text(), label: 'suspendReason' },
    nextProcess: { field: text(), label: 'nextProcess' },
    ...remainingColumns,
    hold: { field: quantity({ required: true }), label: 'hold' },
    scrap: { field: quantity({ required: true }), label: 'scrap' },
    dueDate: { field: date(), label: 'dueDate' },
    ...projectedColumns,
  },
  rowKey: ['partId'],
  watches: [
    ...['workReport', 'process', 'part', 'workOrder', 'project', 'customer', 'craft', 'device'],
    ...['employee', 'supplier', 'outsourcingOrder'],
    ...GROUP_SCOPE_ENTITIES,
  ] as const,
  clock: 'day',
  chart: { label: 'partName', bars: ['remainingManSeconds'] },
  details: { page: 'partProcess/schedule', parameters: { partId: 'partId' } },
  run: async (db, user, { orderId, projectId, customerId, limit, ...otherParams }) => {
    const { factoryId, zone } = user;
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const { rows } = await sql<TrackedProcess>`
      with open_part as (
        select t.id, coalesce(t.due_date, o.due_date, o.promised_date) as due_date
        from part t
        join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
        where t.factory_id = ${factoryId} and t.deleted_at is null and o.state in ('released', 'inProgress', 'suspended')
          and (${orderId}::bigint is null or o.id = ${orderId}::bigint)
          and (${projectId}::bigint is null or o.project_id = ${projectId}::bigint)
          and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
          and exists (select 1 from process p
            left join device d on d.factory_id = p.factory_id and d.id = p.device_id
            left join work_group g on g.factory_id = p.factory_id and g.id = coalesce(p.work_group_id, d.work_group_id)
            where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null and not ${IS_PROCESS_DONE_SQL}
              and ${buildGroupCondition('g.id', scope)})
        order by due_date nulls last, o.priority, t.id
        limit ${limit}
      )
      select ${OPEN_WORK_COLUMNS_SQL}, t.quantity, p.state, ${IS_PROCESS_DONE_SQL} as is_done, ${TARGET_SQL} as target,
        ${PROCESS_PROGRESS_SQL} as progress, p.hold, p.scrap, g.name as group_name, d.name as device_name, p.suspend_reason,
        s.due_date, (${PROJECTED_END_SQL} at time zone ${zone})::date as projected_day,
        (now() at time zone ${zone})::date as today,
        case when p.outsourced > 0 then (select u.short_name from outsourcing_order_items l
          join outsourcing_order v on v.factory_id = l.factory_id and v.id = l.owner_id and v.state <> 'draft'
          join supplier u on u.factory_id = v.factory_id and u.id = v.supplier_id
          where l.factory_id = p.factory_id and l.process_id = p.id order by v.id desc limit 1) end as supplier_name,
        (select h.at from process_state_change h where h.factory_id = p.factory_id and h.process_id = p.id
          order by h.id desc limit 1) as waiting_since,
        (select string_agg(distinct e.name, ', ') from work_report r
          join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
          join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
          where r.factory_id = p.factory_id and r.process_id = p.id and r.ended_at is null and r.reversed_at is null
            and p.open_reports > 0) as people
      from ${OPEN_WORK_TABLES_SQL} join open_part s on s.id = t.id
      where o.factory_id = ${factoryId}
      order by s.due_date nulls last, o.priority, t.id, p.seq, p.id`.execute(db);
    return [...groupBy(rows, ({ partId }) => partId).values()].flatMap(
      (processes) => describePart(processes) ?? [],
    );
  },
});
