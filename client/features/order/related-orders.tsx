import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';

const MAX_LISTED_ORDERS = 20;

/** The two relations between orders: the field that refers to the other order, and the labels. */
const RELATIONS = [
  { field: 'splitFromId', sourceLabel: 'splitFrom', othersLabel: 'splitInto' },
  { field: 'mergedIntoId', sourceLabel: 'mergedInto', othersLabel: 'mergedFrom' },
] as const satisfies readonly {
  field: keyof Entity<'workOrder'>;
  sourceLabel: TermKey;
  othersLabel: TermKey;
}[];
type Relation = (typeof RELATIONS)[number];

/**
 * Links to the orders of one relation in both directions: the order that this order refers to, and the orders that
 * refer to this order.
 */
function OrdersOfRelation({ order, relation }: { order: Entity<'workOrder'>; relation: Relation }) {
  const t = useT();
  const { field, sourceLabel, othersLabel } = relation;
  const { data } = useQuery({
    queryKey: queryKeys.entity('workOrder', 'page', { [field]: order.id }),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'workOrder'>>>(
        `${entities.workOrder.path}/page`,
        { filter: { [field]: order.id }, sort: 'id', offset: 0, limit: MAX_LISTED_ORDERS },
        { signal },
      ),
  });
  const relatedOrders = data?.rows ?? [];
  const hiddenCount = data ? data.total - data.rows.length : 0;
  const sourceId = order[field];
  return (
    <>
      {sourceId !== null && sourceId !== undefined && (
        <span>
          {t(sourceLabel)} <Link to={`/order/${sourceId}`}>{order.labels[field]}</Link>
        </span>
      )}
      {relatedOrders.length > 0 && (
        <span>
          {t(othersLabel)}{' '}
          {relatedOrders.map(({ id, code }, index) => (
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

/**
 * Links to the order that this order was split off from, the order that it was merged into, and the orders
 * that were split off from or merged into this order.
 */
export function RelatedOrders({ order }: { order: Entity<'workOrder'> }) {
  return RELATIONS.map((relation) => (
    <OrdersOfRelation key={relation.field} order={order} relation={relation} />
  ));
}
