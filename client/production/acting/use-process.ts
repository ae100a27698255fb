import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** Reads a process, or the processes of a part or of an order, and reads them again when they change. */
export function useProcesses(
  filter: { processId: number } | { partId: number | null } | { orderId: number },
  enabled = true,
) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'progress', filter),
    queryFn: ({ signal }) => call<ProcessWithWait[]>(`${entities.process.path}/progress`, filter, { signal }),
    enabled,
  });
}

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
