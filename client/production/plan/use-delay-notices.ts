import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const PATH = '/mes/plan/delays';
const NO_NOTICES: readonly OrderDelayNotice[] = [];
/**
 * The time after which the notices are read again, in milliseconds. Customers need it, because the server
 * reports no changes to their browsers.
 */
const RELOAD_INTERVAL_MS = 60_000;

/** Reads the notices about late orders that the user has not seen, and returns a function that marks one as seen. */
export function useDelayNotices() {
  const client = useQueryClient();
  const queryKey = queryKeys.entity('orderDelay', 'notices');
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call<{ rows: OrderDelayNotice[] }>(PATH, {}, { signal })).rows,
    meta: { watches: ['orderDelay'] },
    refetchInterval: RELOAD_INTERVAL_MS,
  });
  const markSeen = async (delayId: number): Promise<void> => {
    try {
      await send(`${PATH}/seen`, { delayId });
    } catch (error) {
      // `send` has already shown the refusal.
      if (!(error instanceof CallError)) throw error;
    }
    await client.invalidateQueries({ queryKey });
  };
  return { notices: data ?? NO_NOTICES, markSeen };
}
