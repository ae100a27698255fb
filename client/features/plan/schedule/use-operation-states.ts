import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { addChangeListener } from '#client/kit/live/live.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { OperationStateReader, type OperationStates } from './operation-state-reader.ts';

/** The shortest pause between two reads while people report, in milliseconds. */
const PACE_MS = 1000;

/**
 * Reads the present states of planned operations. When people report, it reads only those of the changed processes.
 * @returns null until they are read
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
    // The reader returns the same object if nothing has changed.
    structuralSharing: false,
    meta: { pace: PACE_MS },
    gcTime: 0,
  });
  return data ?? null;
}
