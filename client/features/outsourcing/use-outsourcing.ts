import { useQuery } from '@tanstack/react-query';
import type { OutsourcingDetail } from '#shared/answers/outside.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const DETAIL_META = { watches: ['outsourcingOrder', 'process', 'workOrder'], pace: 1000 };

/** Reads an outsourcing order with its lines and movements. The data reloads when it changes. */
export function useOutsourcing(id: number) {
  const order = useQuery({
    queryKey: queryKeys.entity('outsourcingOrder', 'get', id),
    queryFn: ({ signal }) =>
      call<Entity<'outsourcingOrder'>>(`${entities.outsourcingOrder.path}/get`, { id }, { signal }),
  });
  const detail = useQuery({
    queryKey: queryKeys.entity('outsourcingOrder', 'detail', id),
    queryFn: ({ signal }) =>
      call<OutsourcingDetail>(`${entities.outsourcingOrder.path}/detail`, { id }, { signal }),
    meta: DETAIL_META,
  });
  return { order, detail };
}
