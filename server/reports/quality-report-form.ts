import { sql } from 'kysely';
import { choice, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { QUALITY_STATES, type QualityState } from '#shared/machines/quality-exception.ts';
import { getToday } from '../db/clock.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { NAMED_PROCESS_TABLES } from '../ledger/named-process-sql.ts';
import { defineReport } from './define-report.ts';
import { QUALITY_PERIOD_LIMITS } from './quality-columns.ts';
import { buildPenaltySum } from './quality-figures-sql.ts';
import { rowIdColumn } from './row-columns.ts';

interface Row {
  id: number;
  code: string;
  state: QualityState;
  raisedAt: string;
  orderCode: string;
  partCode: string;
  partName: string;
  processName: string;
  discoveryProcessName: string | null;
  responsibleProcessName: string | null;
  errorClassName: string | null;
  heldQuantity: number;
  rework: number;
  concession: number;
  scrap: number;
  /**
   * The time from raising the exception until the pieces are moved, and until the exception is finished; null before
   * these moments.
   */
  remedySeconds: number | null;
  totalSeconds: number | null;
  lostHours: number | null;
  lostMaterialCost: number | null;
  lostManufacturingCost: number | null;
  responsible: string | null;
  penalty: number | null;
  reward: number | null;
  rootCause: string | null;
}

/**
 * The events by which the report selects the exceptions of a period, and the columns with the times of
 * these events.
 */
const EVENT_COLUMNS = {
  exceptionRaisedAt: 'x.raised_at',
  exceptionPostedAt: 'x.posted_at',
  finishedAt: 'x.finished_at',
} as const;

const buildProcessNameSql = (column: 'x.discovery_process_id' | 'x.responsible_process_id') =>
  sql`(select coalesce(q.name, k.name) from process q join craft k on k.factory_id = q.factory_id and k.id = q.craft_id
          where q.factory_id = x.factory_id and q.id = ${sql.ref(column)})`;

/**
 * The quality exceptions that were raised, posted or finished in a period, with their loss, penalties and
 * rewards. The craft, the part and the department belong to the responsible process, or to the holding
 * process until the responsible process is determined. A row links to the printed form of the exception.
 */
export const qualityReportForm = defineReport<Row>()({
  name: 'qualityReportForm',
  path: '/mes/form/qualityReportForm',
  page: 'quality/report/form',
  isInMenu: true,
  hasMoney: true,
  words: {
    qualityReportForm: ['质量异常报表', 'Quality exceptions report', '品質異常報表', '品質異常一覧'],
    remedySeconds: ['处置用时', 'Time to remedies', '處置用時', '処置までの時間'],
    totalSeconds: ['总用时', 'Time to finish', '總用時', '完了までの時間'],
  },
  parameters: {
    ...DAY_PARAMETERS,
    event: choice(['exceptionRaisedAt', 'exceptionPostedAt', 'finishedAt'], {
      initial: 'exceptionRaisedAt',
      label: 'periodOf',
    }),
    state: choice(QUALITY_STATES, { label: 'exceptionState' }),
    errorClassId: classificationRef('errorClass'),
    /** An error class with all classes below it. */
    errorClassGroupId: { ...classificationRef('errorClass'), label: 'errorClassGroup' },
    departmentId: ref('department'),
    craftId: ref('craft'),
    partCode: text({ max: 100 }),
    deviceId: ref('device'),
    responsibleId: ref('employee', { label: 'responsiblePeople' }),
    responsibleName: text({ max: 200, label: 'personName' }),
    customerId: ref('customer'),
    supplierId: ref('supplier'),
  },
  period: QUALITY_PERIOD_LIMITS,
  linkParameters: ['partCode', 'deviceId', 'responsibleId', 'responsibleName', 'customerId', 'supplierId'],
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'exceptionCode' },
    state: { field: choice(QUALITY_STATES, { required: true }), label: 'exceptionState' },
    raisedAt: { field: moment({ required: true }), label: 'exceptionRaisedAt' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    partName: { field: text({ required: true }), label: 'part' },
    processName: { field: text({ required: true }), label: 'heldAtProcess' },
    discoveryProcessName: { field: text(), label: 'discoveryProcess' },
    responsibleProcessName: { field: text(), label: 'responsibleProcess' },
    errorClassName: { field: text(), label: 'errorClass' },
    heldQuantity: { field: quantity({ required: true }), label: 'heldQuantity', total: true },
    rework: { field: quantity({ required: true }), label: 'handledByRework', total: true },
    concession: { field: quantity({ required: true }), label: 'handledByConcession', total: true },
    scrap: { field: quantity({ required: true }), label: 'handledByScrap', total: true },
    remedySeconds: { field: number({ unit: 'seconds', decimals: 0 }), label: 'remedySeconds' },
    totalSeconds: { field: number({ unit: 'seconds', decimals: 0 }), label: 'totalSeconds' },
    lostHours: { field: number(), label: 'lostHours', total: true },
    lostMaterialCost: { field: number(), label: 'lostMaterialCost', total: true },
    lostManufacturingCost: { field: number(), label: 'lostManufacturingCost', total: true },
    responsible: { field: text(), label: 'responsiblePeople' },
    penalty: { field: number(), label: 'penaltySum', total: true },
    reward: { field: number(), label: 'rewardSum', total: true },
    rootCause: { field: text(), label: 'rootCause' },
  },
  rowKey: ['id'],
  rowPage: { path: '/quality', column: 'id' },
  watches: ['qualityException', 'qualityPenalty', 'classification', 'employee', 'supplier'],
  chart: { label: 'errorClassName', bars: ['rework', 'concession', 'scrap'], stacked: true },
  run: async (db, user, params) => {
    const { from, to } = resolveReportDays(getToday(db, user.zone), params, QUALITY_PERIOD_LIMITS);
    const eventTime = sql.ref(EVENT_COLUMNS[params.event ?? 'exceptionRaisedAt']);
    const { rows } = await sql<Row>`/* never prepared */
      select x.id, x.code, x.state, x.raised_at, o.code as order_code, t.code as part_code, t.name as part_name,
        coalesce(p.name, c.name) as process_name,
        ${buildProcessNameSql('x.discovery_process_id')} as discovery_process_name,
        ${buildProcessNameSql('x.responsible_process_id')} as responsible_process_name,
        e.name as error_class_name, x.quantity as held_quantity, x.rework, x.concession, x.scrap,
        extract(epoch from x.posted_at - x.raised_at)::integer as remedy_seconds,
        extract(epoch from x.finished_at - x.raised_at)::integer as total_seconds,
        l.lost_hours, l.lost_material_cost, l.lost_manufacturing_cost,
        (select string_agg(coalesce(w.name, concat_ws(' ', s.short_name, r.name)) || ' ' || trim_scale(r.ratio) || ' %', ', ' order by r.position)
          from quality_responsible r
            left join employee w on w.factory_id = r.factory_id and w.id = r.employee_id
            left join supplier s on s.factory_id = r.factory_id and s.id = r.supplier_id
          where r.factory_id = x.factory_id and r.exception_id = x.id) as responsible,
        ${buildPenaltySum('penalty')} as penalty, ${buildPenaltySum('reward')} as reward,
        x.root_cause
      from quality_exception x
        join process p on p.factory_id = x.factory_id and p.id = x.process_id
        ${NAMED_PROCESS_TABLES}
        join process b on b.factory_id = x.factory_id and b.id = coalesce(x.responsible_process_id, x.process_id)
        join part bt on bt.factory_id = b.factory_id and bt.id = b.part_id
        left join work_group bg on bg.factory_id = b.factory_id and bg.id = b.work_group_id
        left join work_report wr on wr.factory_id = x.factory_id and wr.id = x.report_id
        left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
        left join quality_loss l on l.factory_id = x.factory_id and l.exception_id = x.id
      where x.factory_id = ${user.factoryId} and x.deleted_at is null
        and ${eventTime} >= ${from}::timestamp at time zone ${user.zone}
        and ${eventTime} < (${to}::date + 1)::timestamp at time zone ${user.zone}
        and (${params.state}::text is null or x.state = ${params.state})
        and (${params.errorClassId}::bigint is null or x.error_class_id = ${params.errorClassId})
        and (${params.errorClassGroupId}::bigint is null or x.error_class_id in (
          with recursive grouped as (
            select ${params.errorClassGroupId}::bigint as id
            union
            select c.id from classification c join grouped g on c.factory_id = ${user.factoryId} and c.parent_id = g.id
          ) select id from grouped))
        and (${params.departmentId}::bigint is null or bg.department_id = ${params.departmentId})
        and (${params.craftId}::bigint is null or b.craft_id = ${params.craftId})
        and (${params.partCode}::text is null or bt.code = ${params.partCode})
        and (${params.deviceId}::bigint is null or wr.device_id = ${params.deviceId})
        and (${params.customerId}::bigint is null or o.customer_id = ${params.customerId})
        and (coalesce(${params.responsibleId}::bigint, ${params.supplierId}::bigint) is null and ${params.responsibleName}::text is null
          or exists (
            select 1 from quality_responsible y
              left join supplier s on s.factory_id = y.factory_id and s.id = y.supplier_id
            where y.factory_id = x.factory_id and y.exception_id = x.id
              and (y.employee_id = ${params.responsibleId} or y.supplier_id = ${params.supplierId}
                or y.employee_id is null and concat_ws(' ', s.short_name, y.name) = ${params.responsibleName})))
      order by x.raised_at desc, x.id desc`.execute(db);
    return rows;
  },
});
