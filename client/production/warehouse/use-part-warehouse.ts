import { useQuery } from '@tanstack/react-query';
import type { PartWarehouse } from '#shared/ledger/warehouse.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** Reads how many pieces of a part are finished and how many are in the warehouse. The data reloads when it changes. */
export const usePartWarehouse = (partId: number, workerToken?: string | null) =>
  useQuery({
    queryKey: queryKeys.entity('part', 'warehouse', { partId }),
    queryFn: ({ signal }) =>
      call<PartWarehouse>(
        '/mes/warehouse/part',
        { partId },
        { signal, workerToken: workerToken ?? undefined },
      ),
    meta: { watches: ['part', 'process', 'workOrder'] },
  });
