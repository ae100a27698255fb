import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';
import { call } from '#client/kit/wire/call.ts';

/**
 * Traces forward or backward. The answer stays as it is until it is asked for again, because people work through it and
 * print it.
 * @param fields what is traced; null for nothing
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

/** The time from the start of a search to its complete table, in milliseconds since 1970. */
export interface RecallSpan {
  readonly begunAt: number;
  /** Null while people search. */
  readonly completedAt: number | null;
}

/**
 * Measures a mock recall: from the first input, or from the opening of a page that traces at once, until the table is
 * complete. The next input after that begins a new measurement.
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
