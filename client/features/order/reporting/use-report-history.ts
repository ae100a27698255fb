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

/** Builds the filter for the closed reports of some processes. */
export const buildHistoryFilter = (processIds: readonly number[]) => ({
  processId: [...processIds].sort((a, b) => a - b),
  endedAt: { from: DAY_BEFORE_ALL_REPORTS },
});

/** Reads the closed reports of some processes. The report that started last comes first. */
export function useReportHistory(processIds: readonly number[]) {
  const filter = buildHistoryFilter(processIds);
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
    enabled: processIds.length > 0,
  });
  const { data } = query;
  const rows = useMemo(() => {
    // If somebody adds a report while the pages load, another report may be on two pages. The list
    // contains that report once.
    const reports = new Map(data?.pages.flatMap((page) => page.rows).map((report) => [report.id, report]));
    return buildHistoryRows([...reports.values()]);
  }, [data]);
  return { ...query, rows };
}
