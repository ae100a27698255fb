import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { buildProcessQuery } from '#client/production/acting/use-process.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const MAX_ROWS_PER_CALL = 500;

/** Reads all rows that match a filter, in as many calls as needed. */
export async function fetchAllRows<R>(
  path: string,
  filter: Record<string, unknown>,
  sort: string,
  signal: AbortSignal,
): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const page = await call<PageAnswer<R>>(
      `${path}/page`,
      { filter, sort, offset: rows.length, limit: MAX_ROWS_PER_CALL },
      { signal },
    );
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

/** Reads the parts of an order. */
export const useOrderParts = (orderId: number) =>
  useQuery({
    queryKey: queryKeys.entity('part', 'page', { orderId }),
    queryFn: ({ signal }) => fetchAllRows<Entity<'part'>>(entities.part.path, { orderId }, 'id', signal),
  });

/**
 * Reads an order, its parts and its progress, and reads them again after changes. An order can have thousands
 * of processes, so `useOrder` does not read all processes. `usePartProcesses` reads those of one part.
 */
export function useOrder(id: number) {
  const order = useQuery({
    queryKey: queryKeys.entity('workOrder', 'get', id),
    queryFn: ({ signal }) => call<Entity<'workOrder'>>(`${entities.workOrder.path}/get`, { id }, { signal }),
  });
  const parts = useOrderParts(id);
  const progress = useQuery({
    queryKey: queryKeys.entity('process', 'summary', { orderId: id }),
    queryFn: async ({ signal, client, queryKey }) => {
      // The first answer also contains the processes that the page shows first, so that the page need not
      // make a second call.
      const withShownPart = client.getQueryData(queryKey) === undefined;
      const summary = await call<OrderProgress>(
        `${entities.process.path}/progress/summary`,
        { orderId: id, withShownPart },
        { signal },
      );
      if (summary.shownPart) {
        const { partId, processes } = summary.shownPart;
        client.setQueryData<ProcessWithWait[]>(
          buildProcessQuery({ partId }).queryKey,
          (knownProcesses) => knownProcesses ?? processes,
        );
      }
      return summary;
    },
  });
  return { order, parts, progress };
}

/** Reads the processes of a part in their sequence. */
export const fetchPartProcesses = (
  partId: number,
  signal = new AbortController().signal,
): Promise<Entity<'process'>[]> =>
  fetchAllRows<Entity<'process'>>(entities.process.path, { partId }, 'seq', signal);

const makePartProcessesQuery = (partId: number | null) =>
  queryOptions({
    queryKey: queryKeys.entity('process', 'page', { partId }),
    queryFn: ({ signal }) => fetchPartProcesses(partId!, signal),
  });

/** Reads the planned data of a part's processes, for example their planned days and times. */
export function usePartProcesses(partId: number | null) {
  return useQuery({ ...makePartProcessesQuery(partId), enabled: partId !== null });
}

/** Returns the planned data that `usePartProcesses` reads. If the data is not loaded yet, loads it first. */
export const loadPartProcesses = (client: QueryClient, partId: number): Promise<Entity<'process'>[]> =>
  client.ensureQueryData(makePartProcessesQuery(partId));
