import { sql } from 'kysely';
import { date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { getToday } from '../db/clock.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { QUALITY_PERIOD_LIMITS } from './quality-columns.ts';
import { makePercentColumn } from './work-columns.ts';

interface Row {
  supplierId: number;
  supplierCode: string;
  supplierName: string;
  inspectedLots: number;
  failedLots: number;
  /** The passed lots in percent of the inspected lots; null if no lot was inspected. */
  lotPassRate: number | null;
  exceptionCount: number;
  badPieces: number;
  /** The lost material and manufacturing cost; null if no exception has a loss yet. */
  lostCost: number | null;
  ordersDue: number;
  ordersLate: number;
  /** The orders on time in percent of the orders that were due; null if no order was due. */
  onTimeRate: number | null;
  from: string;
  to: string;
}

/**
 * How well suppliers deliver in a period. A lot belongs to the day on which its inspection was concluded.
 * An exception belongs to the day on which it was raised. An outsourcing order belongs to the day on which
 * its pieces were expected back. An open order counts once this day has passed. A deleted supplier is
 * listed if the period contains a lot, an exception or an order of this supplier.
 */
export const supplierScorecard = defineReport<Row>()({
  name: 'supplierScorecard',
  path: '/mes/form/supplierScorecard',
  page: 'supplier/scorecard',
  icon: 'quality',
  hasMoney: true,
  words: {
    supplierScorecard: ['供应商评分卡', 'Supplier scorecard', '供應商評分卡', '仕入先評価'],
    inspectedLots: ['检验批次', 'Inspected lots', '檢驗批次', '検査ロット'],
    failedLots: ['不合格批次', 'Failed lots', '不合格批次', '不合格ロット'],
    lotPassRate: ['批次合格率', 'Lots passed', '批次合格率', 'ロット合格率'],
    ordersDue: ['到期外协单', 'Orders due', '到期委外單', '納期到来'],
    lateReturns: ['逾期外协单', 'Orders late', '逾期委外單', '納期遅れ'],
    onTimeRate: ['准时返回率', 'Back on time', '準時返回率', '納期遵守率'],
  },
  parameters: { ...DAY_PARAMETERS, supplierId: ref('supplier') },
  period: QUALITY_PERIOD_LIMITS,
  columns: {
    supplierId: { field: ref('supplier', { required: true }), label: 'supplier', hidden: true },
    supplierCode: { field: text({ required: true, max: 40 }), label: 'supplierCode' },
    supplierName: { field: text({ required: true }), label: 'supplier' },
    inspectedLots: { field: number({ required: true, decimals: 0 }), label: 'inspectedLots', total: true },
    failedLots: { field: number({ required: true, decimals: 0 }), label: 'failedLots', total: true },
    lotPassRate: makePercentColumn('lotPassRate'),
    exceptionCount: { field: number({ required: true, decimals: 0 }), label: 'exceptionCount', total: true },
    badPieces: { field: quantity({ required: true }), label: 'badPieces', total: true },
    lostCost: { field: number(), label: 'lostCost', total: true },
    ordersDue: { field: number({ required: true, decimals: 0 }), label: 'ordersDue', total: true },
    ordersLate: { field: number({ required: true, decimals: 0 }), label: 'lateReturns', total: true },
    onTimeRate: makePercentColumn('onTimeRate'),
    from: { field: date({ required: true }), label: 'rangeFrom', hidden: true },
    to: { field: date({ required: true }), label: 'rangeTo', hidden: true },
  },
  rowKey: ['supplierId'],
  watches: ['qualityException', 'inspection', 'outsourcingOrder', 'supplier'],
  clock: 'day',
  chart: { label: 'supplierName', bars: ['failedLots', 'exceptionCount', 'ordersLate'] },
  details: {
    page: 'quality/report/form',
    parameters: { from: 'from', to: 'to', supplierId: 'supplierId' },
    narrowed: { exceptionCount: {}, badPieces: {}, lostCost: {} },
  },
  run: async (db, user, { supplierId, ...requestedDays }) => {
    const { factoryId, zone } = user;
    const period = resolveReportDays(getToday(db, user.zone), requestedDays, QUALITY_PERIOD_LIMITS);
    const { from, to } = period;
    const periodStart = sql`${from}::timestamp at time zone ${zone}`;
    const periodEnd = sql`(${to}::date + 1)::timestamp at time zone ${zone}`;
    const { rows } = await sql<Omit<Row, 'from' | 'to'>>`/* never prepared */
      with lots as (
        select supplier_id, count(*) as inspected,
          count(*) filter (where state in ('inspectionFailed', 'inspectionReleased')) as failed
        from inspection
        where factory_id = ${factoryId} and deleted_at is null and supplier_id is not null and resubmits_id is null
          and state in ('inspectionPassed', 'inspectionFailed', 'inspectionReleased')
          and concluded_at >= ${periodStart} and concluded_at < ${periodEnd}
        group by supplier_id
      ), exceptions as (
        select r.supplier_id, count(distinct x.id) as cases, sum(x.quantity * r.ratio / 100) as pieces,
          sum((l.lost_material_cost + l.lost_manufacturing_cost) * r.ratio / 100) as loss
        from quality_exception x
          join quality_responsible r on r.factory_id = x.factory_id and r.exception_id = x.id and r.supplier_id is not null
          left join quality_loss l on l.factory_id = x.factory_id and l.exception_id = x.id
        where x.factory_id = ${factoryId} and x.deleted_at is null and x.state <> 'cancelled'
          and x.raised_at >= ${periodStart} and x.raised_at < ${periodEnd}
        group by r.supplier_id
      ), expected as (
        select supplier_id, (ended_at at time zone ${zone})::date as back_on, expected_date from outsourcing_order
        where factory_id = ${factoryId} and deleted_at is null and state not in ('draft', 'cancelled')
          and expected_date between ${from}::date and ${to}::date
          and (ended_at is not null or expected_date < (now() at time zone ${zone})::date)
      ), orders as (
        select supplier_id, count(*) as due, count(*) filter (where back_on is null or back_on > expected_date) as late
        from expected group by supplier_id
      )
      select s.id as supplier_id, s.code as supplier_code, s.short_name as supplier_name,
        coalesce(i.inspected, 0)::integer as inspected_lots, coalesce(i.failed, 0)::integer as failed_lots,
        round(100.0 * (i.inspected - i.failed) / i.inspected, 1) as lot_pass_rate,
        coalesce(x.cases, 0)::integer as exception_count, round(coalesce(x.pieces, 0), 4) as bad_pieces,
        round(x.loss, 2) as lost_cost, coalesce(o.due, 0)::integer as orders_due,
        coalesce(o.late, 0)::integer as orders_late, round(100.0 * (o.due - o.late) / o.due, 1) as on_time_rate
      from supplier s
        left join lots i on i.supplier_id = s.id
        left join exceptions x on x.supplier_id = s.id
        left join orders o on o.supplier_id = s.id
      where s.factory_id = ${factoryId} and (${supplierId}::bigint is null or s.id = ${supplierId}::bigint)
        and (s.deleted_at is null or i.supplier_id is not null or x.supplier_id is not null or o.supplier_id is not null)
      order by coalesce(x.pieces, 0) desc, coalesce(i.failed, 0) desc, coalesce(o.late, 0) desc, s.code`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, ...period }));
  },
});
