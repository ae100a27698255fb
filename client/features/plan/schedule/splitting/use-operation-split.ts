import { useQuery } from '@tanstack/react-query';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { SPLIT_PATH } from '../pinning/use-pin.ts';

/**
 * Reads how an operation is split, once for each opening of a dialog. While a dialog is open, its answer stays, so that
 * the server can refuse a change of what the planner has not seen.
 */
export const useOperationSplit = (processId: number): OperationSplit | null =>
  useQuery({
    queryKey: [...queryKeys.entity('processSplit'), processId],
    queryFn: () => call<OperationSplit>(`${SPLIT_PATH}/get`, { processId }),
    staleTime: Infinity,
    gcTime: 0,
  }).data ?? null;
