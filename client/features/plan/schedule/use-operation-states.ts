import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { addChangeListener } from '#client/kit/live/live.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { OperationStateReader, type OperationStates } from './operation-state-reader.ts';

/** The minimum time between two reads, in milliseconds. */
const PACE_MS = 1000;

/**
 * Reads the current states of planned operations. After changes, reads only the states of the changed processes.
 * @returns null until the states are read
 */
export function useOperationStates(): OperationStates | null {
  const [reader] = useState(() => new OperationStateReader());
  useEffect(() => addChangeListener(reader.onChange), [reader]);
  const { data } = useQuery({
    queryKey: queryKeys.entity('process', 'scheduleStates'),
    queryFn: ({ signal }) =>
      reader.read(async (processIds) => {
        const answer = await call<{ rows: OperationState[] }>(
          '/mes/plan/schedule/states',
          { processIds },
          { signal },
        );
        return answer.rows;
      }),
    // The query need not compare the answers, because the reader returns the same object if nothing has changed.
    structuralSharing: false,
    meta: { pace: PACE_MS },
    gcTime: 0,
  });
  return data ?? null;
}
