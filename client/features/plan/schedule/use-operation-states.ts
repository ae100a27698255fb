import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The shortest pause between two reads while people report, in milliseconds. */
const PACE_MS = 2000;

/** The present states of operations by process id. An operation without an entry has not begun and is not pinned. */
export type OperationStates = ReadonlyMap<number, OperationState>;

/** Reads the present states of planned operations, again when people report. Returns null until they are read. */
export function useOperationStates(): OperationStates | null {
  const { data } = useQuery({
    queryKey: queryKeys.entity('process', 'scheduleStates'),
    queryFn: ({ signal }) => call<{ rows: OperationState[] }>('/mes/plan/schedule/states', {}, { signal }),
    meta: { watches: ['workReport', 'process'], pace: PACE_MS },
  });
  // The query keeps the same object if an answer is equal, so that the chart is not drawn again.
  return useMemo(() => data && new Map(data.rows.map((row) => [row.processId, row])), [data]) ?? null;
}
