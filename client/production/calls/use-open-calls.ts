import { useQuery } from '@tanstack/react-query';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The list is read again after this time, because a call escalates as time passes. */
const REFETCH_INTERVAL_MS = 60_000;

const OPEN_CALLS_KEY = queryKeys.entity('abnormalCall', 'open');

/** Reads the factory's open calls, and reads them again after each change of a call or a call rule. */
export function useOpenCalls() {
  return useQuery({
    queryKey: OPEN_CALLS_KEY,
    queryFn: async ({ signal }) => (await call<{ rows: OpenCall[] }>('/mes/andon/open', {}, { signal })).rows,
    meta: { watches: ['abnormalCall', 'callRule'] },
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
