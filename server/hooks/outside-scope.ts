import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from './hooks.ts';

const NOTHING = sql`false`;

/** What of orders an account from outside may see, in whatever call: customers their own, suppliers none. */
export const ordersFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`t.customer_id = ${viewer.customerId}`
    : viewer.kind === 'supplier'
      ? NOTHING
      : null;

/** The parts of those orders. */
export const partsFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from work_order o where o.factory_id = t.factory_id and o.id = t.order_id
        and o.deleted_at is null and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? NOTHING
      : null;

/** What of processes an account from outside may see: customers those of their orders, suppliers those that they do. */
export const processesFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from part p join work_order o on o.factory_id = p.factory_id and o.id = p.order_id
        where p.factory_id = t.factory_id and p.id = t.part_id and o.deleted_at is null
          and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? sql`t.supplier_id = ${viewer.supplierId}`
      : null;

/** What stays inside the house. */
export const insideOnly = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer' || viewer.kind === 'supplier' ? NOTHING : null;
