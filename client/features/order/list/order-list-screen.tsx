import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { useLastQuery } from '#client/crud/list/use-last-query.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { NewOrderDialog } from './new-order-dialog.tsx';
import { orderCells } from './order-columns.tsx';
import '../order.css';

const page: EntityPage = {
  entity: entities.workOrder as EntityDeclaration,
  title: 'workOrders',
  listPath: '/order',
  editPath: (row) => (row ? `/order/${row.id}` : '/order'),
  cells: orderCells,
  narrowFirst: ['code', 'lateBy', 'progress', 'state'],
};

/** All work orders: where each stands, and how late or early it is. */
export function OrderListScreen() {
  const { state } = useLocation() as { state: { adding?: boolean } | null };
  const [adding, setAdding] = useState(state?.adding === true);
  useEffect(() => {
    if (state?.adding) setAdding(true);
  }, [state]);
  useLastQuery('orderQuery');
  return (
    <>
      <EntityListPage page={page} onAdd={() => setAdding(true)} />
      {adding && <NewOrderDialog onClose={() => setAdding(false)} />}
    </>
  );
}
