import { useQuery } from '@tanstack/react-query';
import type { TaskReport, TaskWork } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';

/**
 * Reads the tasks and the waiting extra processes that a worker can report, and the worker's own open reports on tasks.
 */
export function useTaskWork(worker: IdentifiedPerson | null): {
  tasks: TaskWork['tasks'];
  waitingExtras: TaskWork['waitingExtras'];
  ownOpenReports: readonly TaskReport[];
} {
  const { data } = useQuery({
    queryKey: queryKeys.entity('workReport', 'task', { who: worker?.employeeId ?? null }),
    queryFn: ({ signal }) =>
      call<TaskWork>('/mes/report/task/list', {}, { signal, workerToken: worker?.token }),
    enabled: worker !== null,
    meta: { watches: ['workReport', 'task'] },
  });
  return {
    tasks: data?.tasks ?? [],
    waitingExtras: data?.waitingExtras ?? [],
    ownOpenReports: (data?.reports ?? []).filter(
      ({ endedAt, people }) =>
        endedAt === null && people.some(({ employeeId }) => employeeId === worker?.employeeId),
    ),
  };
}
