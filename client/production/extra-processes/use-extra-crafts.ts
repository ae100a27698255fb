import { useQuery } from '@tanstack/react-query';
import type { ExtraCraft } from '#shared/answers/extra-process.ts';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/**
 * Reads the crafts that an extra process of a work group can have, the likely ones first.
 * @param workerToken the token of the person identified at a terminal; by default the signed-in user's token
 */
export function useExtraCrafts(
  workGroupId: number | null,
  workerToken?: string | null,
): readonly ExtraCraft[] {
  const { data } = useQuery({
    queryKey: queryKeys.entity('craft', 'extraProcess', { workGroupId, as: workerToken ?? null }),
    queryFn: ({ signal }) =>
      call<ExtraCraft[]>(`${entities.extraProcess.path}/crafts`, { workGroupId }, { signal, workerToken }),
    meta: { watches: ['craft', 'workGroup'] },
  });
  return data ?? [];
}
