import { sql } from 'kysely';
import { date, number, ref, text } from '#shared/kernel/fields.ts';
import { getToday } from '../db/clock.ts';
import { defineReport } from './define-report.ts';
import { listMonths } from './months-of.ts';
import { badPieceColumns, type BadPieceRow } from './quality-columns.ts';
import { BAD_PIECE_SUMS_SQL, buildQualityFiguresSql } from './quality-figures-sql.ts';

interface Row extends BadPieceRow {
  rowKey: string;
  /** 'YYYY-MM'; null in the total row. */
  month: string | null;
  firstDay: string | null;
  lastDay: string | null;
  departmentId: number | null;
  departmentCode: string | null;
  departmentName: string | null;
  raised: number;
  finished: number;
  openAtEnd: number;
  lostHours: number;
  lostMaterialCost: number;
  lostManufacturingCost: number;
  penalty: number;
  reward: number;
}

const FINISHED_IN_MONTH = { event: 'finishedAt' };

/**
 * The quality of each month by responsible department: exceptions, bad pieces, first pass yield and losses.
 * The department is that of the work group of the responsible process. In the total row, `openAtEnd` counts
 * the exceptions that are open at the end of the last month.
 */
export const qualitySummaryMonthly = defineReport<Row>()({
  name: 'qualitySummaryMonthly',
  path: '/mes/form/qualitySummaryMonthly',
  page: 'quality/summary/monthly',
  hasMoney: true,
  words: {
    qualitySummaryMonthly: ['质量月度汇总', 'Monthly quality summary', '品質月度彙總', '品質月次集計'],
    departmentCode: ['部门编码', 'Department code', '部門編號', '部門コード'],
    responsibleDepartment: ['责任部门', 'Responsible department', '責任部門', '責任部門'],
    openAtEnd: ['月末未完', 'Open at the end', '月末未完', '月末の未完了'],
  },
  parameters: {
    month: date(),
    monthCount: number({ min: 1, max: 24, decimals: 0, initial: 1 }),
    departmentId: ref('department'),
  },
  columns: {
    rowKey: { field: text({ required: true }), label: 'rowNumber', hidden: true },
    month: { field: text({ max: 7 }), label: 'month' },
    firstDay: { field: date(), label: 'rangeFrom', hidden: true },
    lastDay: { field: date(), label: 'rangeTo', hidden: true },
    departmentId: { field: ref('department'), label: 'department', hidden: true },
    departmentCode: { field: text({ max: 40 }), label: 'departmentCode' },
    departmentName: { field: text(), label: 'responsibleDepartment' },
    raised: { field: number({ required: true, decimals: 0 }), label: 'raisedExceptions' },
    finished: { field: number({ required: true, decimals: 0 }), label: 'finishedExceptions' },
    openAtEnd: { field: number({ required: true, decimals: 0 }), label: 'openAtEnd' },
    ...badPieceColumns,
    lostHours: { field: number({ required: true }), label: 'lostHours' },
    lostMaterialCost: { field: number({ required: true }), label: 'lostMaterialCost' },
    lostManufacturingCost: { field: number({ required: true }), label: 'lostManufacturingCost' },
    penalty: { field: number({ required: true }), label: 'penaltySum' },
    reward: { field: number({ required: true }), label: 'rewardSum' },
  },
  rowKey: ['rowKey'],
  totalRow: 'total',
  watches: ['qualityException', 'qualityPenalty', 'workReport', 'department', 'workGroup', 'process'],
  clock: 'day',
  chart: { label: 'departmentName', bars: ['scrap', 'rework', 'concession'], stacked: true },
  details: {
    page: 'quality/report/form',
    parameters: { from: 'firstDay', to: 'lastDay', departmentId: 'departmentId' },
    narrowed: {
      raised: { event: 'exceptionRaisedAt' },
      finished: FINISHED_IN_MONTH,
      lostHours: FINISHED_IN_MONTH,
      lostMaterialCost: FINISHED_IN_MONTH,
      lostManufacturingCost: FINISHED_IN_MONTH,
      penalty: FINISHED_IN_MONTH,
      reward: FINISHED_IN_MONTH,
    },
  },
  run: async (db, { factoryId, zone }, { month, monthCount, departmentId }) => {
    const months = listMonths(getToday(db, zone), month, monthCount ?? 1);
    const lastDays = months.map(({ to }) => to);
    const period = { from: months[0]!.from, to: lastDays.at(-1)! };
    const { rows } = await sql<Row>`/* never prepared */
      with ${buildQualityFiguresSql(factoryId, zone, period, lastDays)}, summed as (
        select grouping(date_trunc('month', day)) as is_total, date_trunc('month', day)::date as first_day, department_id,
          sum(raised) as raised, sum(finished) as finished, sum(open_at_end) as open_sum,
          sum(open_at_end) filter (where day = ${period.to}::date) as open_last, ${BAD_PIECE_SUMS_SQL},
          sum(lost_hours) as lost_hours,
          sum(lost_material_cost) as lost_material_cost, sum(lost_manufacturing_cost) as lost_manufacturing_cost,
          sum(penalty) as penalty, sum(reward) as reward
        from figures
        where ${departmentId}::bigint is null or department_id = ${departmentId}::bigint
        group by grouping sets ((date_trunc('month', day), department_id), ())
      )
      select case when s.is_total = 1 then 'total' else to_char(s.first_day, 'YYYY-MM') || ' ' || coalesce(s.department_id::text, '') end as row_key,
        to_char(s.first_day, 'YYYY-MM') as month, s.first_day, (s.first_day + interval '1 month' - interval '1 day')::date as last_day,
        d.id as department_id, d.code as department_code, d.name as department_name, s.raised, s.finished,
        coalesce(case when s.is_total = 1 then s.open_last else s.open_sum end, 0) as open_at_end, s.produced, s.scrap,
        s.rework, s.concession, s.scrap_ratio, s.rework_ratio, s.first_pass_yield, s.lost_hours, s.lost_material_cost,
        s.lost_manufacturing_cost, s.penalty, s.reward
      from summed s left join department d on d.factory_id = ${factoryId} and d.id = s.department_id
      where s.raised is not null
      order by s.is_total desc, s.first_day desc, d.code nulls last`.execute(db);
    return rows;
  },
});
