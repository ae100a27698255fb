import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** However busy the floor is, a report that somebody looks at is computed again at most this often, in milliseconds. */
const PACE_MS = 10_000;
/** Where time alone changes an answer. */
const CLOCK_MS = { minute: 60_000, shift: 300_000, day: 300_000 } as const;

/** The rows of a report, as fresh as the floor. */
export const useReportRows = (report: ReportDescriptor, params: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: queryKeys.report(report.path, params),
    queryFn: ({ signal }) => call<{ rows: ReportRow[]; at: string }>(report.path, { ...params }, { signal }),
    placeholderData: keepPreviousData,
    meta: { watches: report.watches, pace: PACE_MS },
    ...(report.clock ? { refetchInterval: CLOCK_MS[report.clock] } : {}),
  });
