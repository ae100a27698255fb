import { useQuery } from '@tanstack/react-query';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/**
 * Reads the extra processes of a part; none if the part is null.
 * @param workerToken the token of the person identified at a terminal; by default the signed-in user's token
 */
export function useExtraProcesses(
  partId: number | null,
  workerToken?: string | null,
): readonly ExtraProcessWork[] {
  const { data } = useQuery({
    queryKey: queryKeys.entity('extraProcess', 'list', { partId, as: workerToken ?? null }),
    queryFn: ({ signal }) =>
      call<ExtraProcessWork[]>(`${entities.extraProcess.path}/ofPart`, { partId }, { signal, workerToken }),
    enabled: partId !== null,
    meta: { watches: ['extraProcess', 'workReport'] },
  });
  return data ?? [];
}
