import { useQuery } from '@tanstack/react-query';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { call } from '#client/kit/api.ts';
import { queryKeys } from '#client/kit/query-keys.ts';

/** The reports that the person may see, as they describe themselves; read again when permissions change. */
export const useReports = () =>
  useQuery({
    queryKey: queryKeys.entity('permission', 'reports'),
    queryFn: ({ signal }) => call<ReportDescriptor[]>('/mes/form/describe', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
