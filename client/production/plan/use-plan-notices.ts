import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanNotice } from '#shared/answers/daily-plan.ts';
import { showError } from '#client/kit/messages/toasts.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Translate } from '#client/kit/words/t.ts';

const NO_NOTICES: readonly PlanNotice[] = [];

/**
 * Reads the unread notices of changes in the released plans of a person's groups, and returns a function that
 * marks a plan's notices as read.
 * @param workerToken the token of the person at a terminal; undefined for the signed-in user
 */
export function usePlanNotices(isEnabled: boolean, workerToken?: string | null) {
  const client = useQueryClient();
  const queryKey = queryKeys.entity('dailyPlan', 'notices', { workerToken: workerToken ?? null });
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call<{ rows: PlanNotice[] }>('/mes/plan/day/notices', {}, { signal, workerToken })).rows,
    enabled: isEnabled,
    meta: { watches: ['dailyPlan', 'workGroup', 'employee'] },
  });
  const markAsRead = async (planId: number): Promise<void> => {
    try {
      await send('/mes/plan/day/notices/read', { planId }, { id: makeRequestId(), workerToken });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // If `workerToken` is set, `send` does not show the refusal itself.
      if (workerToken) showError(error.message);
    }
    await client.invalidateQueries({ queryKey });
  };
  return { notices: data ?? NO_NOTICES, markAsRead };
}

/** Describes what has changed in a plan. */
export const describePlanNotice = (notice: PlanNotice, t: Translate): string => {
  const { day, number, added, moved, dropped, workGroupName: group, isWithdrawn } = notice;
  return t(isWithdrawn ? 'planNoticeWithdrawn' : 'planNotice', { group, day, number, added, moved, dropped });
};
