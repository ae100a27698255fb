import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** Reads the code that the server proposes for a new order. Each opening of a dialog reads a new proposal. */
export const useProposedOrderCode = () =>
  useQuery({
    queryKey: queryKeys.entity('workOrder', 'nextCode'),
    queryFn: ({ signal }) => call<{ code: string }>(`${entities.workOrder.path}/nextCode`, {}, { signal }),
    gcTime: 0,
  });
