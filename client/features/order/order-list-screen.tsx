import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityListPage } from '#client/crud/entity-list-page.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { NewOrderDialog } from './new-order-dialog.tsx';
import { orderColumns } from './order-columns.tsx';
import { useNarrow } from '#client/kit/use-narrow.ts';
import './order.css';

const wide: EntityPage = {
  entity: entities.workOrder as EntityDeclaration,
  title: 'workOrders',
  listPath: '/order',
  editPath: (row) => (row ? `/order/${row.id}` : '/order'),
  columns: orderColumns.wide,
};
const narrow: EntityPage = { ...wide, columns: orderColumns.narrow };

/** All work orders: where each stands, and how late or early it is. */
export function OrderListScreen() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <EntityListPage page={useNarrow() ? narrow : wide} onAdd={() => setAdding(true)} />
      {adding && <NewOrderDialog onClose={() => setAdding(false)} />}
    </>
  );
}
