import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { buildHistoryRows } from './history-rows.ts';

const REPORTS_PER_PAGE = 100;
/**
 * A day before any report. The filter `endedAt` from this day excludes the reports that are still
 * running.
 */
const DAY_BEFORE_ALL_REPORTS = '2000-01-01';

/** The work whose reports are listed: processes, and the tasks of extra processes. */
export interface ReportedWork {
  processIds: readonly number[];
  taskIds: readonly number[];
}

const sortIds = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

/** Builds the filter for the closed reports of some processes and tasks. */
export const buildHistoryFilter = ({ processIds, taskIds }: ReportedWork) => ({
  ...(taskIds.length === 0
    ? { processId: sortIds(processIds) }
    : { anyOf: [{ processId: sortIds(processIds) }, { taskId: sortIds(taskIds) }] }),
  endedAt: { from: DAY_BEFORE_ALL_REPORTS },
});

/** Reads the closed reports of some processes and tasks. The report that started last comes first. */
export function useReportHistory(work: ReportedWork) {
  const filter = buildHistoryFilter(work);
  const query = useInfiniteQuery({
    queryKey: queryKeys.entity('workReport', 'page', filter),
    queryFn: ({ pageParam, signal }) =>
      call<PageAnswer<Entity<'workReport'>>>(
        `${entities.workReport.path}/page`,
        {
          filter,
          sort: '-startedAt',
          offset: pageParam,
          limit: REPORTS_PER_PAGE,
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) => {
      const readCount = pages.reduce((total, page) => total + page.rows.length, 0);
      return lastPage.rows.length > 0 && readCount < lastPage.total ? readCount : undefined;
    },
    enabled: work.processIds.length + work.taskIds.length > 0,
  });
  const { data } = query;
  const rows = useMemo(() => {
    // If somebody adds a report while the pages load, a report may be on two pages. The list contains it only once.
    const reports = new Map(data?.pages.flatMap((page) => page.rows).map((report) => [report.id, report]));
    return buildHistoryRows([...reports.values()]);
  }, [data]);
  return { ...query, rows };
}
