import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';

/** Reads the code that the server proposes for a new order. Each opening of a dialog reads a new proposal. */
export const useProposedOrderCode = () =>
  useQuery({
    // The key is not one of the entity, so that no change of another order reads another code into an open form.
    queryKey: ['nextCode', 'workOrder'],
    queryFn: ({ signal }) => call<{ code: string }>(`${entities.workOrder.path}/nextCode`, {}, { signal }),
    gcTime: 0,
  });
