import { queryOptions, useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

type ProcessFilter = { processId: number } | { partId: number | null } | { orderId: number };

/** The query for a process, or for the processes of a part or of an order. */
export const buildProcessQuery = (filter: ProcessFilter) =>
  queryOptions({
    queryKey: queryKeys.entity('process', 'progress', filter),
    queryFn: ({ signal }) => call<ProcessWithWait[]>(`${entities.process.path}/progress`, filter, { signal }),
  });

/** Reads processes, and reads them again when they change. */
export const useProcesses = (filter: ProcessFilter, enabled = true) =>
  useQuery({ ...buildProcessQuery(filter), enabled });

/**
 * Reads a process and all processes of its part, and reads them again when they change.
 * @returns `process` is undefined until it has arrived, and null if it does not exist
 */
export function useProcessInRouting(processId: number) {
  const processQuery = useProcesses({ processId });
  const partId = processQuery.data?.[0]?.partId ?? null;
  const routingQuery = useProcesses({ partId }, partId !== null);
  const rows = routingQuery.data ?? processQuery.data;
  return {
    process: rows && (rows.find((row) => row.processId === processId) ?? null),
    routing: routingQuery.data,
    isError: processQuery.isError || routingQuery.isError,
  };
}
