import { sql } from 'kysely';
import { choice, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { getToday } from '../db/clock.ts';
import {
  buildProcessAndOrderJoinsSql,
  DAILY_REPORT_ENTITIES,
  dayAndReportColumns,
  PHASE_SQL,
  PROCESS_OR_TASK_NAME_SQL,
  WORK_REPORT_PHASES,
} from './daily-reports-columns.ts';
import { DAILY_REPORT_PERIOD_LIMITS, DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { makeSecondsColumn } from './work-columns.ts';

const WAGE_CALCULATION_TYPES = ['byTime', 'byPiece', 'byStandardHours', 'noWage'] as const;

interface ReportCostRow {
  reportId: number;
  /** The work day of the first person, or of the device if the report names nobody. */
  day: string;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  groupName: string | null;
  costTypeName: string | null;
  people: string;
  deviceName: string | null;
  phase: (typeof WORK_REPORT_PHASES)[number];
  seconds: number;
  /** The time of all people of the report. A person's time on several machines at once is divided among them. */
  manSeconds: number;
  good: number;
  wageCalculationType: (typeof WAGE_CALCULATION_TYPES)[number] | null;
  manHourRate: number | null;
  piecePrice: number | null;
  deviceHourRate: number | null;
  /** The costs in the currency of the factory; null if a rate is not known. */
  labourCost: number | null;
  deviceCost: number | null;
  totalCost: number | null;
}

const makeCostColumn = <const L extends string>(label: L) =>
  ({ field: number({ min: 0, decimals: 2 }), label, total: true }) as const;

/**
 * The cost of each closed report, at the rates of its day. The rates come from the snapshot that was made
 * when the report was closed. The labour of a run costs pieces × piece price, standard hours × rate, or hours
 * × rate, depending on the wage calculation type of the craft. The labour of preparation and stops costs
 * hours × rate. The device costs hours × rate. If a rate is not known, the cost and the total cost are
 * unknown.
 */
export const costReportDetails = defineReport<ReportCostRow>()({
  name: 'costReportDetails',
  path: '/mes/form/costReportDetails',
  page: 'cost/report/details',
  hasMoney: true,
  words: {
    costReportDetails: ['报工成本明细', 'Cost of reports', '報工成本明細', '実績別原価'],
    manTime: ['人工工时', 'Labour time', '人工工時', '人工数'],
    piecePrice: ['计件单价', 'Piece price', '計件單價', '出来高単価'],
    labourCost: ['人工成本', 'Labour cost', '人工成本', '労務費'],
    deviceCost: ['设备成本', 'Machine cost', '設備成本', '設備費'],
    totalCost: ['成本合计', 'Total cost', '成本合計', '原価合計'],
  },
  parameters: { ...DAY_PARAMETERS, workGroupId: ref('workGroup'), deviceId: ref('device') },
  period: DAILY_REPORT_PERIOD_LIMITS,
  columns: {
    ...dayAndReportColumns,
    orderCode: { field: text(), label: 'workOrder' },
    partName: { field: text(), label: 'part' },
    processName: { field: text(), label: 'process' },
    people: { field: text({ required: true }), label: 'people' },
    deviceName: { field: text(), label: 'device' },
    seconds: makeSecondsColumn('duration'),
    manSeconds: makeSecondsColumn('manTime'),
    good: { field: quantity({ required: true }), label: 'good', total: true },
    labourCost: makeCostColumn('labourCost'),
    deviceCost: makeCostColumn('deviceCost'),
    totalCost: makeCostColumn('totalCost'),
    phase: { field: choice(WORK_REPORT_PHASES, { required: true }), label: 'phase' },
    groupName: { field: text(), label: 'workGroup' },
    costTypeName: { field: text(), label: 'costType' },
    wageCalculationType: { field: choice(WAGE_CALCULATION_TYPES), label: 'wageCalculationType' },
    manHourRate: { field: number({ unit: 'perHour', min: 0 }), label: 'manHourRate' },
    piecePrice: { field: number({ unit: 'perPiece', min: 0 }), label: 'piecePrice' },
    deviceHourRate: { field: number({ unit: 'perHour', min: 0 }), label: 'deviceHourRate' },
  },
  rowKey: ['reportId'],
  watches: [...DAILY_REPORT_ENTITIES, 'workGroup'],
  clock: 'day',
  chart: { label: 'processName', bars: ['labourCost', 'deviceCost'], stacked: true, isMoney: true },
  run: async (db, { factoryId, zone }, { workGroupId, deviceId, ...requestedDays }) => {
    const { from, to } = resolveReportDays(getToday(db, zone), requestedDays, DAILY_REPORT_PERIOD_LIMITS);
    const { rows } = await sql<ReportCostRow>`/* never prepared */
      with labour as materialized (
        -- The people of a report may have another work day than its first person.
        select report_id, seconds, man_hour_rate, piece_price, labour_cost
        from people_work(${factoryId}::bigint, ${zone}::text, ${from}::date - 1, ${to}::date + 1)
      ), w as (
        select k.report_id, k.day, k.work_group_id, k.seconds, k.good, k.wage_calculation_type, k.device_hour_rate,
               k.device_cost, k.cost_type_id, r.process_id, r.device_id, r.kind, r.phase, r.started_at
        from work_report_snapshot k
        join work_report r on r.factory_id = k.factory_id and r.id = k.report_id
        where k.factory_id = ${factoryId} and k.day between ${from}::date and ${to}::date
          and r.kind <> 'receive' and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
          and (${workGroupId}::bigint is null or k.work_group_id = ${workGroupId}::bigint)
          and (${deviceId}::bigint is null or r.device_id = ${deviceId}::bigint)
      )
      select w.report_id, w.day, o.code as order_code, part.name as part_name, ${PROCESS_OR_TASK_NAME_SQL} as process_name,
             g.name as group_name, t.name as cost_type_name, coalesce((
               select string_agg(e.name, ', ' order by n.position)
               from work_report_people n join employee e on e.factory_id = n.factory_id and e.id = n.employee_id
               where n.factory_id = ${factoryId} and n.owner_id = w.report_id
             ), '') as people, d.name as device_name, ${PHASE_SQL} as phase, w.seconds,
             l.seconds::integer as man_seconds, w.good, w.wage_calculation_type, l.man_hour_rate,
             l.piece_price, w.device_hour_rate, round(l.labour_cost, 2) as labour_cost, round(w.device_cost, 2) as device_cost,
             round(l.labour_cost + w.device_cost, 2) as total_cost
      from w
      cross join lateral (
        -- A report without people has no labour cost.
        select coalesce(sum(n.seconds), 0) as seconds, max(n.man_hour_rate) as man_hour_rate, max(n.piece_price) as piece_price,
               case when count(*) = 0 then 0 else sum(n.labour_cost) end as labour_cost
        from labour n where n.report_id = w.report_id
      ) l
      left join cost_type t on t.factory_id = ${factoryId} and t.id = w.cost_type_id
      left join device d on d.factory_id = ${factoryId} and d.id = w.device_id
      left join work_group g on g.factory_id = ${factoryId} and g.id = w.work_group_id
      ${buildProcessAndOrderJoinsSql(factoryId)}
      order by w.started_at, w.report_id`.execute(db);
    return rows;
  },
});
