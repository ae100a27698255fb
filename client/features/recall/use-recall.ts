import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';
import { call } from '#client/kit/wire/call.ts';

/**
 * Traces forward or backward. The answer does not change until the user traces again, because people work with it and
 * print it.
 * @param fields the fields of the call; null if there is nothing to trace
 */
export const useTrace = <T>(direction: 'forward' | 'backward', fields: Record<string, string> | null) =>
  useQuery({
    queryKey: ['recall', direction, fields],
    queryFn: ({ signal }) =>
      call<T>(`/mes/quality/recall/${direction}`, fields!, {
        signal,
        codesShownElsewhere: ['rowNotFound', 'fieldsInvalid', 'traceTooLarge', 'requestFailed', 'timedOut'],
      }),
    enabled: fields !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/**
 * The period from the start of a search until its table is complete. Both times are in milliseconds since
 * 1970.
 */
export interface RecallSpan {
  readonly begunAt: number;
  /** Null while the search is running. */
  readonly completedAt: number | null;
}

/**
 * Measures how long a mock recall takes. The clock starts at the first input, or at once if the page opens
 * with a trace. It stops when the table is complete. The next input starts a new measurement.
 */
export function useRecallClock(isComplete: boolean, beginsAtOnce: boolean) {
  const [span, setSpan] = useState<RecallSpan | null>(() =>
    beginsAtOnce ? { begunAt: getServerTime(), completedAt: null } : null,
  );
  const begin = useCallback(
    () =>
      setSpan((current) =>
        current?.completedAt === null ? current : { begunAt: getServerTime(), completedAt: null },
      ),
    [],
  );
  useEffect(() => {
    if (isComplete)
      setSpan((current) =>
        current?.completedAt === null ? { ...current, completedAt: getServerTime() } : current,
      );
  }, [isComplete]);
  return { span, begin };
}
