import { useQuery } from '@tanstack/react-query';
import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const NO_LINES: readonly SkippedLine[] = [];

/**
 * Reads the lines of the released plan that are skipped if a process starts on a device now. If the server
 * cannot be reached, returns no lines, so that people at a terminal can go on.
 * @param workerToken the token of the person at a terminal; undefined for the signed-in user
 */
export function useSkippedLines(
  processId: number,
  deviceId: number | null,
  isEnabled: boolean,
  workerToken?: string | null,
): readonly SkippedLine[] {
  const { data } = useQuery({
    queryKey: queryKeys.entity('dailyPlan', 'skipped', {
      processId,
      deviceId,
      workerToken: workerToken ?? null,
    }),
    queryFn: async ({ signal }) =>
      (
        await call<{ rows: SkippedLine[] }>(
          '/mes/plan/day/skipped',
          { processId, deviceId },
          { signal, workerToken, codesShownElsewhere: ['requestFailed', 'timedOut', 'rowNotFound'] },
        )
      ).rows,
    enabled: isEnabled,
    retry: false,
    meta: { watches: ['dailyPlan', 'process', 'workReport'] },
  });
  return data ?? NO_LINES;
}
