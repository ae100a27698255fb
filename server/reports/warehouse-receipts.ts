import { sql } from 'kysely';
import { moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { defineReport } from './define-report.ts';
import { rowIdColumn } from './row-columns.ts';

interface WarehouseReceiptRow {
  id: number;
  orderCode: string;
  partCode: string;
  partName: string;
  quantity: number;
  shelfName: string | null;
  at: string;
  byName: string;
  remark: string | null;
}

/** The receipts into the warehouse that were not reversed, the latest first. */
export const warehouseReceipts = defineReport<WarehouseReceiptRow>()({
  name: 'warehouseReceipts',
  path: '/mes/form/warehouseReceipts',
  page: 'part/warehouse/receipts',
  permission: 'REPORT_FORM_PART_WAREHOUSE_STATUS',
  words: {
    warehouseInAt: ['入库时间', 'Put in at', '入庫時間', '入庫日時'],
    warehouseInBy: ['入库人', 'Put in by', '入庫人', '入庫者'],
  },
  parameters: {
    partId: ref('part'),
    limit: number({ min: 1, max: 5000, decimals: 0, initial: 500, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    at: { field: moment({ required: true }), label: 'warehouseInAt' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partCode: { field: text({ required: true }), label: 'partCode' },
    partName: { field: text({ required: true }), label: 'part' },
    quantity: { field: quantity({ required: true }), label: 'quantity', total: true },
    shelfName: { field: text(), label: 'shelf' },
    byName: { field: text({ required: true }), label: 'warehouseInBy' },
    remark: { field: text(), label: 'remark' },
  },
  rowKey: ['id'],
  watches: ['part', 'shelf'],
  run: async (db, user, { partId, limit }) => {
    const { rows } = await sql<WarehouseReceiptRow>`
      select w.id, o.code as order_code, t.code as part_code, t.name as part_name, w.quantity, h.name as shelf_name, w.at,
        w.by_name, w.remark
      from warehouse_receipt w
      join part t on t.factory_id = w.factory_id and t.id = w.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join shelf h on h.factory_id = w.factory_id and h.id = w.shelf_id
      where w.factory_id = ${user.factoryId} and w.reverses_id is null
        and (${partId}::bigint is null or w.part_id = ${partId}::bigint)
        and not exists (select 1 from warehouse_receipt x where x.factory_id = w.factory_id and x.reverses_id = w.id)
      order by w.at desc, w.id desc limit ${limit}`.execute(db);
    return rows;
  },
});
