import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { useListAddressMemory } from '#client/crud/list/use-last-query.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import type { CellRenderers } from '#client/crud/columns/entity-columns.tsx';
import { estimateLatenessWidth } from '#client/production/describe-lateness.ts';
import { LateMark } from '#client/production/late-mark.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { PlanImportButton } from '../plan-import/plan-import-button.tsx';
import { NewOrderDialog } from './new-order-dialog.tsx';
import { OrderBatchActions } from './order-batch-actions.tsx';
import '../order.css';

const toOrder = (row: AnyRow) => row as unknown as Entity<'workOrder'>;

/** How the order list shows two of its columns: a progress bar, and the lateness of the order. */
const orderCellRenderers: CellRenderers = {
  progress: (row, t) => (
    <ProgressBar percent={toOrder(row).progress} label={t('progressOf', { name: toOrder(row).code })} />
  ),
  lateBy: (row) => <LateMark order={toOrder(row)} />,
};

const orderListPage: EntityPage = {
  entity: entities.workOrder as EntityDeclaration,
  title: 'workOrders',
  listPath: '/order',
  editPath: (row) => (row ? `/order/${row.id}` : '/order'),
  cells: orderCellRenderers,
  cellWidths: { lateBy: estimateLatenessWidth },
  batchActions: OrderBatchActions,
  firstColumnsOnPhone: ['code', 'lateBy', 'progress', 'state'],
};

/**
 * The parameters of the list on the first visit in a browser tab: the orders that are not
 * completed, closed or cancelled, sorted by due date.
 */
const OPEN_ORDERS_QUERY = new URLSearchParams({
  state: 'draft,released,inProgress,suspended',
  sort: 'dueDate',
}).toString();

/** The list of work orders, with the dialog for a new order. */
export function OrderListScreen() {
  const { state } = useLocation() as { state: { adding?: boolean } | null };
  const [isAdding, setIsAdding] = useState(state?.adding === true);
  useEffect(() => {
    if (state?.adding) setIsAdding(true);
  }, [state]);
  useListAddressMemory('orderQuery', OPEN_ORDERS_QUERY);
  return (
    <>
      <EntityListPage page={orderListPage} actions={<PlanImportButton />} onAdd={() => setIsAdding(true)} />
      {isAdding && <NewOrderDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
