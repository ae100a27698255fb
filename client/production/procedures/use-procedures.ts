import { useQueries } from '@tanstack/react-query';
import type { ProcedureScope } from '#shared/answers/procedures.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const PROCEDURE_KINDS = ['sop', 'sip'] as const;

/** Returns the crafts and part codes for which procedures exist. Reads them again after a change. */
export function useProcedureScopes(): readonly ProcedureScope[] {
  const queryResults = useQueries({
    queries: PROCEDURE_KINDS.map((kind) => ({
      queryKey: queryKeys.entity(kind, 'procedures'),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<ProcedureScope[]>('/mes/process/procedures', { kind }, { signal }),
    })),
  });
  return queryResults.flatMap(({ data }) => data ?? []);
}
