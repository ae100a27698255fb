import { useQuery } from '@tanstack/react-query';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** A call rises with time alone: it is read again each minute, in milliseconds. */
const MINUTE_MS = 60_000;

/** The key under which the open calls are kept, one list for badge, pages and cards. */
const OPEN_CALLS = queryKeys.entity('abnormalCall', 'open');

/** The open calls of the factory, those that stop the work first; read anew with every step of one. */
export function useOpenCalls() {
  return useQuery({
    queryKey: OPEN_CALLS,
    queryFn: async ({ signal }) => (await call<{ rows: OpenCall[] }>('/mes/andon/open', {}, { signal })).rows,
    meta: { watches: ['abnormalCall', 'callRule'] },
    refetchInterval: MINUTE_MS,
  });
}
