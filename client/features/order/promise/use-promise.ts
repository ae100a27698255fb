import { useQuery } from '@tanstack/react-query';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { call } from '#client/kit/wire/call.ts';

/**
 * Asks when an order could be ready if all planned work stays where it is. No answer is cached, because the factory
 * changes all the time.
 * @param dueDate the day that the order would be due; null if it would have no due date
 * @param isAsked whether the server is asked now
 */
export const usePromise = (orderId: number, dueDate: string | null, isEnabled: boolean) =>
  useQuery({
    queryKey: ['promise', orderId, dueDate],
    queryFn: ({ signal }) =>
      call<SchedulePromise>('/mes/plan/schedule/promise', { orderId, dueDate }, { signal }),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
