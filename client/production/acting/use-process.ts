import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

function useProgress(filter: { processId: number } | { orderId: number | undefined }, enabled = true) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'progress', filter),
    queryFn: ({ signal }) => call<ProcessProgress[]>(`${entities.process.path}/progress`, filter, { signal }),
    enabled,
  });
}

/**
 * Reads a process and all processes of its order, and reads them again when they change.
 * @returns `process` is undefined until it has arrived, and null if it does not exist
 */
export function useProcessInRouting(processId: number) {
  const processQuery = useProgress({ processId });
  const orderId = processQuery.data?.[0]?.orderId;
  const routingQuery = useProgress({ orderId }, orderId !== undefined);
  const rows = routingQuery.data ?? processQuery.data;
  return {
    process: rows && (rows.find((row) => row.processId === processId) ?? null),
    routing: routingQuery.data,
    isError: processQuery.isError || routingQuery.isError,
  };
}
