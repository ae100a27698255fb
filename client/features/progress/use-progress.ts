import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type {
  GroupProgressRow,
  OrderProgressRow,
  ProcessProgressRow,
} from '#shared/answers/progress-query.ts';
import type { ListedProcess } from '#shared/planning/process-list.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The entities whose changes reload the progress. */
const QUERY_META = {
  watches: [
    'process',
    'workOrder',
    'part',
    'customer',
    'orderGroup',
    'workGroup',
    'device',
    'employee',
    'craft',
  ],
};
const PROCESSES_PER_PAGE = 100;

/**
 * Reads one page of the progress query, in which each row is an order or a group of processes. The old page stays until
 * the new page arrives.
 */
export function useProgress<R extends OrderProgressRow | GroupProgressRow>(params: Record<string, unknown>) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'query', params),
    queryFn: ({ signal }) => call<PageAnswer<R>>('/mes/process/query', params, { signal }),
    placeholderData: keepPreviousData,
    meta: QUERY_META,
  });
}

/** Reads one page of the list of processes. The old page stays until the new page arrives. */
export function useProcessList(params: Record<string, unknown>) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'query/list', params),
    queryFn: ({ signal }) => call<PageAnswer<ListedProcess>>('/mes/process/query/list', params, { signal }),
    placeholderData: keepPreviousData,
    meta: QUERY_META,
  });
}

/** Reads the processes of an unfolded row, page by page. */
export function useProcessesOfRow(params: Record<string, unknown>) {
  return useInfiniteQuery({
    queryKey: queryKeys.entity('process', 'query/processes', params),
    queryFn: ({ signal, pageParam }) =>
      call<PageAnswer<ProcessProgressRow>>(
        '/mes/process/query/processes',
        { ...params, offset: pageParam, limit: PROCESSES_PER_PAGE },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) => {
      const readCount = pages.reduce((total, page) => total + page.rows.length, 0);
      return lastPage.rows.length > 0 && readCount < lastPage.total ? readCount : null;
    },
    meta: QUERY_META,
  });
}
