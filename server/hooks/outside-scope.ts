import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from './hooks.ts';

const NO_ROWS_CONDITION = sql`false`;

/**
 * Returns the condition for the orders `t` that a viewer may see: a customer sees its own orders, and a
 * supplier sees none. It is null for other viewers, who see all orders.
 */
export const buildOrderScope = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`t.customer_id = ${viewer.customerId}`
    : viewer.kind === 'supplier'
      ? NO_ROWS_CONDITION
      : null;

/**
 * Returns the condition for the parts `t` that a viewer may see: a customer sees the parts of its orders, and
 * a supplier sees none. It is null for other viewers, who see all parts.
 */
export const buildPartScope = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from work_order o where o.factory_id = t.factory_id and o.id = t.order_id
        and o.deleted_at is null and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? NO_ROWS_CONDITION
      : null;

/**
 * Returns the condition for the processes `t` that a viewer may see: a customer sees the processes of its
 * orders, and a supplier sees the processes that are outsourced to it. It is null for other viewers, who see
 * all processes.
 */
export const buildProcessScope = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer'
    ? sql`exists (select 1 from part p join work_order o on o.factory_id = p.factory_id and o.id = p.order_id
        where p.factory_id = t.factory_id and p.id = t.part_id and o.deleted_at is null
          and o.customer_id = ${viewer.customerId})`
    : viewer.kind === 'supplier'
      ? sql`t.supplier_id = ${viewer.supplierId}`
      : null;

/**
 * Returns a condition that hides all rows from customers and suppliers; null for other viewers, who see all
 * rows.
 */
export const buildEmployeeOnlyScope = (viewer: Viewer): RawBuilder<unknown> | null =>
  viewer.kind === 'customer' || viewer.kind === 'supplier' ? NO_ROWS_CONDITION : null;
