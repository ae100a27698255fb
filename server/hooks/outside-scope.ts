import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from './hooks.ts';

const NOTHING = sql`false`;

/** Scopes orders for external accounts: customers see their own, suppliers see none. */
export const ordersFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`t.customer_id = ${viewer.customerId}`
    : viewer.kind === 'supplier'
      ? NOTHING
      : null;

/** Scopes parts for external accounts: customers see those of their orders, suppliers see none. */
export const partsFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from work_order o where o.factory_id = t.factory_id and o.id = t.order_id
        and o.deleted_at is null and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? NOTHING
      : null;

/** Scopes processes for external accounts: customers see those of their orders, suppliers see their own. */
export const processesFor = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from part p join work_order o on o.factory_id = p.factory_id and o.id = p.order_id
        where p.factory_id = t.factory_id and p.id = t.part_id and o.deleted_at is null
          and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? sql`t.supplier_id = ${viewer.supplierId}`
      : null;

/** Hides all rows from external accounts. */
export const insideOnly = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer' || viewer.kind === 'supplier' ? NOTHING : null;
