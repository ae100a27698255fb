import { useQuery } from '@tanstack/react-query';
import { hasPermission, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { addWords } from '#client/kit/words/t.ts';

/**
 * Reads the descriptors of the reports that the user may see. They are refetched when permissions
 * change.
 */
export function useReportDescriptors() {
  const user = useUser();
  return useQuery({
    queryKey: queryKeys.entity('permission', 'reports'),
    queryFn: async ({ signal }) => {
      const reports = await call<ReportDescriptor[]>('/mes/form/describe', {}, { signal });
      for (const { words } of reports) if (words) addWords(words);
      return reports;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Customers and suppliers have no reports.
    enabled: hasPermission(user, SIGNED_IN_PERMISSION),
  });
}

/** Reads the addresses of all report pages, including those that the user may not open. */
export const useReportPageAddresses = () =>
  useQuery({
    queryKey: queryKeys.entity('permission', 'reportPages'),
    queryFn: ({ signal }) => call<string[]>('/mes/form/pages', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
