import { useQuery } from '@tanstack/react-query';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { SPLIT_PATH } from '../pinning/use-pin.ts';

/**
 * Reads how an operation is split, once each time a dialog opens. While the dialog is open, the answer does not change.
 * The server can therefore refuse a save if somebody else has changed the split meanwhile.
 */
export const useOperationSplit = (processId: number): OperationSplit | null =>
  useQuery({
    queryKey: [...queryKeys.entity('processSplit'), processId],
    queryFn: () => call<OperationSplit>(`${SPLIT_PATH}/get`, { processId }),
    staleTime: Infinity,
    gcTime: 0,
  }).data ?? null;
