import { useQuery } from '@tanstack/react-query';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { call } from '#client/kit/wire/call.ts';

/**
 * Asks when an order could be ready beside all that is planned. Each question is computed anew, because the factory
 * moves on.
 * @param dueDate the due date that is being entered, or that of the order
 */
export const usePromise = (orderId: number, dueDate: string | null, isAsked: boolean) =>
  useQuery({
    queryKey: ['promise', orderId, dueDate],
    queryFn: ({ signal }) =>
      call<SchedulePromise>('/mes/plan/schedule/promise', { orderId, dueDate }, { signal }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
