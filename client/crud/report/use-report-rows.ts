import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The minimum time between two refetches of an open report after changes, in milliseconds. */
const MIN_REFETCH_PAUSE_MS = 10_000;
/**
 * The refetch intervals of reports whose values also change as time passes, in milliseconds.
 */
const REFETCH_INTERVALS_MS = { minute: 60_000, shift: 300_000, day: 300_000 } as const;

/** Reads the rows of a report and refetches them after changes. */
export const useReportRows = (report: ReportDescriptor, params: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: queryKeys.report(report.path, params),
    queryFn: ({ signal }) => call<{ rows: ReportRow[]; at: string }>(report.path, { ...params }, { signal }),
    placeholderData: keepPreviousData,
    meta: { watches: report.watches, pace: MIN_REFETCH_PAUSE_MS },
    ...(report.clock ? { refetchInterval: REFETCH_INTERVALS_MS[report.clock] } : {}),
  });
