import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const PATH = '/mes/plan/delays';
const NO_NOTICES: readonly OrderDelayNotice[] = [];
/** How often the notices are read again without a change, in milliseconds. The browsers of customers receive no changes. */
const RELOAD_MS = 60_000;

/** Reads the orders that have become late and of which the user was told, and keeps that they were seen. */
export function useDelayNotices() {
  const client = useQueryClient();
  const queryKey = queryKeys.entity('orderDelay', 'notices');
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call<{ rows: OrderDelayNotice[] }>(PATH, {}, { signal })).rows,
    meta: { watches: ['orderDelay'] },
    refetchInterval: RELOAD_MS,
  });
  const markSeen = async (delayId: number): Promise<void> => {
    try {
      await send(`${PATH}/seen`, { delayId });
    } catch (error) {
      // The refusal was already shown.
      if (!(error instanceof CallError)) throw error;
    }
    await client.invalidateQueries({ queryKey });
  };
  return { notices: data ?? NO_NOTICES, markSeen };
}
