import { sql } from 'kysely';
import { choice, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { WAREHOUSE_STATES, type WarehouseStatus } from '#shared/ledger/warehouse.ts';
import { buildFinishedPiecesSql } from '../ledger/finished-pieces-sql.ts';
import { defineReport } from './define-report.ts';

interface PartWarehouseRow {
  partId: number;
  orderId: number;
  orderCode: string;
  customerName: string | null;
  partCode: string;
  partName: string;
  quantity: number;
  /**
   * The number of pieces that all last processes have delivered. `consumed` is how many of these pieces the
   * assembly has received.
   */
  completed: number;
  consumed: number;
  warehoused: number;
  waiting: number;
  /** The shelf of the latest receipt. */
  shelfName: string | null;
  lastInAt: string | null;
  /** The days from the latest receipt to today. */
  daysIn: number | null;
  warehouseStatus: WarehouseStatus;
}

/**
 * The quantities of parts that are finished and in the warehouse. Parts with the most pieces outside the warehouse come
 * first. Without `orderId`, the report shows only parts of orders that are not closed. Parts without processes are left
 * out.
 */
export const partWarehouseStatus = defineReport<PartWarehouseRow>()({
  name: 'partWarehouseStatus',
  path: '/mes/form/partWarehouseStatus',
  page: 'part/warehouse/status',
  words: {
    partWarehouseStatus: ['零件入库情况', 'Warehouse status of parts', '零件入庫情況', '部品の入庫状況'],
    completedPieces: ['完工', 'Finished', '完工', '完成'],
    consumedPieces: ['已装配', 'In assemblies', '已裝配', '組立済み'],
    lastInAt: ['最近入库', 'Last put in', '最近入庫', '最終入庫'],
    daysIn: ['在库时长', 'In stock for', '在庫時長', '在庫期間'],
  },
  parameters: {
    orderId: ref('workOrder', { label: 'workOrder' }),
    customerId: ref('customer'),
    warehouseStatus: choice(WAREHOUSE_STATES),
    limit: number({ min: 1, max: 500, decimals: 0, initial: 200, label: 'mostRows' }),
  },
  columns: {
    partId: { field: ref('part', { required: true }), label: 'part', hidden: true },
    orderId: { field: ref('workOrder', { required: true }), label: 'workOrder', hidden: true },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    customerName: { field: text(), label: 'customer' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    partName: { field: text({ required: true }), label: 'part' },
    quantity: { field: quantity({ required: true }), label: 'quantity' },
    completed: { field: quantity({ required: true }), label: 'completedPieces' },
    consumed: { field: quantity({ required: true }), label: 'consumedPieces' },
    warehoused: { field: quantity({ required: true }), label: 'warehoused' },
    waiting: { field: quantity({ required: true }), label: 'warehouseWaiting' },
    warehouseStatus: { field: choice(WAREHOUSE_STATES, { required: true }), label: 'warehouseStatus' },
    shelfName: { field: text(), label: 'shelf' },
    lastInAt: { field: moment(), label: 'lastInAt' },
    daysIn: { field: number({ unit: 'days', decimals: 0 }), label: 'daysIn' },
  },
  rowKey: ['partId'],
  watches: ['part', 'process', 'workOrder', 'customer', 'shelf'],
  clock: 'day',
  chart: { label: 'partName', bars: ['waiting'] },
  details: { page: 'part/warehouse/receipts', parameters: { partId: 'partId' } },
  run: async (db, user, { orderId, customerId, warehouseStatus, limit }) => {
    const { rows } = await sql<PartWarehouseRow>`
      with shown as (
        select t.id as part_id, o.id as order_id, o.code as order_code, c.short_name as customer_name, t.code as part_code,
          t.name as part_name, t.quantity, f.completed, f.consumed, t.warehoused,
          greatest(0, f.completed - f.consumed - t.warehoused) as waiting, t.warehouse_status
        from part t
        join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
        left join customer c on c.factory_id = o.factory_id and c.id = o.customer_id
        cross join lateral (${buildFinishedPiecesSql('t')}) f
        where t.factory_id = ${user.factoryId} and t.deleted_at is null
          and (${customerId}::bigint is null or o.customer_id = ${customerId}::bigint)
          and (${warehouseStatus}::text is null or t.warehouse_status = ${warehouseStatus}::text)
          and case when ${orderId}::bigint is not null then o.id = ${orderId}::bigint
            else o.state in ('released', 'inProgress', 'completed', 'suspended') end
          and exists (select 1 from process p
            where p.factory_id = t.factory_id and p.part_id = t.id and p.deleted_at is null)
        order by waiting desc, o.due_date nulls last, o.id, t.id
        limit ${limit}
      )
      select s.*, r.shelf_name, r.at as last_in_at,
        (now() at time zone ${user.zone})::date - (r.at at time zone ${user.zone})::date as days_in
      from shown s
      left join lateral (
        select w.at, h.name as shelf_name from warehouse_receipt w
        left join shelf h on h.factory_id = w.factory_id and h.id = w.shelf_id
        where w.factory_id = ${user.factoryId} and w.part_id = s.part_id and w.reverses_id is null
          and not exists (select 1 from warehouse_receipt x where x.factory_id = w.factory_id and x.reverses_id = w.id)
        order by w.at desc, w.id desc limit 1
      ) r on true
      order by s.waiting desc, s.order_id, s.part_id`.execute(db);
    return rows;
  },
});
