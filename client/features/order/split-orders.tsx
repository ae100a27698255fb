import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';

const MAX_LISTED_ORDERS = 20;

/** Links to the order that an order was split off from, and to the orders that were split off from it. */
export function SplitOrders({ order }: { order: Entity<'workOrder'> }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('workOrder', 'page', { splitFromId: order.id }),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'workOrder'>>>(
        `${entities.workOrder.path}/page`,
        { filter: { splitFromId: order.id }, sort: 'id', offset: 0, limit: MAX_LISTED_ORDERS },
        { signal },
      ),
  });
  const splitOffOrders = data?.rows ?? [];
  const hiddenCount = data ? data.total - data.rows.length : 0;
  return (
    <>
      {order.splitFromId !== null && (
        <span>
          {t('splitFrom')} <Link to={`/order/${order.splitFromId}`}>{order.labels.splitFromId}</Link>
        </span>
      )}
      {splitOffOrders.length > 0 && (
        <span>
          {t('splitInto')}{' '}
          {splitOffOrders.map(({ id, code }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={`/order/${id}`}>{code}</Link>
            </span>
          ))}
          {hiddenCount > 0 && ` … ${t('andMore', { count: hiddenCount })}`}
        </span>
      )}
    </>
  );
}
