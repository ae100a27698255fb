import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The shortest pause between two reads while people report, in milliseconds. */
const PACE_MS = 2000;

/** What is known of operations now, by process. Operations that are not in it have not begun. */
export type OperationStates = ReadonlyMap<number, OperationState>;

/** The present states of planned operations; null until they are read. They follow the reports of the floor. */
export function useOperationStates(): OperationStates | null {
  const { data } = useQuery({
    queryKey: queryKeys.entity('process', 'scheduleStates'),
    queryFn: ({ signal }) => call<{ rows: OperationState[] }>('/mes/plan/schedule/states', {}, { signal }),
    meta: { watches: ['workReport', 'process'], pace: PACE_MS },
  });
  // Equal answers stay the same object, so that the chart is not drawn again for them.
  return useMemo(() => data && new Map(data.rows.map((row) => [row.processId, row])), [data]) ?? null;
}
