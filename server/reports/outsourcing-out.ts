import { sql } from 'kysely';
import { choice, date, number, quantity, text } from '#shared/kernel/fields.ts';
import { OUTSOURCING_STATES, type OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import { defineReport } from './define-report.ts';
import { rowIdColumn } from './row-columns.ts';

interface OutsourcingOutRow {
  id: number;
  code: string;
  supplierName: string;
  state: OutsourcingState;
  /** The number of processes with pieces at the supplier, and the number of these pieces. */
  processCount: number;
  quantityOut: number;
  /** The day of the first shipment. */
  sentOn: string | null;
  expectedDate: string | null;
  confirmedDate: string | null;
  /** The days from the expected day to today; at least 0. */
  outsourcingDaysLate: number;
}

/**
 * The outsourcing orders with pieces at the supplier. The order that has been overdue for the longest time
 * comes first. Today is the current day in the time zone of the factory.
 */
export const outsourcingOut = defineReport<OutsourcingOutRow>()({
  name: 'outsourcingOut',
  path: '/mes/form/outsourcingOut',
  page: 'workshop/outsourcingOut',
  words: {
    quantityOut: ['在外数量', 'Out', '在外數量', '外注中の数'],
    sentOn: ['发出日期', 'Sent on', '發出日期', '出荷日'],
    outsourcingDaysLate: ['已逾期', 'Overdue', '已逾期', '遅れ'],
  },
  parameters: {},
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'outsourcingCode' },
    supplierName: { field: text({ required: true }), label: 'supplier' },
    sentOn: { field: date(), label: 'sentOn' },
    expectedDate: { field: date(), label: 'expectedReturn' },
    outsourcingDaysLate: {
      field: number({ required: true, unit: 'days', decimals: 0 }),
      label: 'outsourcingDaysLate',
    },
    quantityOut: { field: quantity({ required: true }), label: 'quantityOut', total: true },
    processCount: { field: number({ required: true, decimals: 0 }), label: 'processCount', total: true },
    confirmedDate: { field: date(), label: 'confirmedReturn' },
    state: { field: choice(OUTSOURCING_STATES, { required: true }), label: 'outsourcingState' },
  },
  rowKey: ['id'],
  watches: ['outsourcingOrder', 'supplier'],
  clock: 'day',
  chart: { label: 'code', bars: ['outsourcingDaysLate'] },
  run: async (db, user) => {
    const { rows } = await sql<OutsourcingOutRow>`
      with moved as (
        select m.order_id, l.process_id, sum(l.sent - l.returned_good - l.returned_hold - l.taken_back) as out,
          min(m.at) filter (where m.kind = 'sendPieces' and m.reverses_id is null and r.id is null) as sent_at
        from outsourcing_order o
          join outsourcing_movement m on m.factory_id = o.factory_id and m.order_id = o.id
          left join outsourcing_movement r on r.factory_id = m.factory_id and r.reverses_id = m.id
          join outsourcing_movement_line l on l.factory_id = m.factory_id and l.movement_id = m.id
        where o.factory_id = ${user.factoryId} and o.state in ('partlySent', 'sent', 'partlyReturned') and o.deleted_at is null
        group by m.order_id, l.process_id
      )
      select o.id, o.code, s.short_name as supplier_name, o.state, count(*) as process_count, sum(m.out) as quantity_out,
        (min(m.sent_at) at time zone ${user.zone})::date as sent_on, o.expected_date, o.confirmed_date,
        greatest(0, (now() at time zone ${user.zone})::date - o.expected_date) as outsourcing_days_late
      from moved m
        join outsourcing_order o on o.factory_id = ${user.factoryId} and o.id = m.order_id
        join supplier s on s.factory_id = o.factory_id and s.id = o.supplier_id
      where m.out > 0
      group by o.id, o.code, s.short_name, o.state, o.expected_date, o.confirmed_date
      order by outsourcing_days_late desc, o.expected_date nulls last, o.id`.execute(db);
    return rows.map((row) => ({ ...row, outsourcingDaysLate: row.outsourcingDaysLate ?? 0 }));
  },
});
