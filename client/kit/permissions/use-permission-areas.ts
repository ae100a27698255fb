import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasPermission, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { ReportPermission } from '#shared/kernel/report.ts';
import { call } from '../wire/call.ts';
import { queryKeys } from '../wire/query-keys.ts';
import { useUser } from '../wire/session.ts';
import { addWords } from '../words/t.ts';
import { groupPermissionsByArea, type PermissionArea } from './permission-areas.ts';

/**
 * Returns the permissions by area. The permissions of reports are added when the server has sent them.
 */
export function usePermissionAreas(): readonly PermissionArea[] {
  const user = useUser();
  const { data } = useQuery({
    queryKey: queryKeys.entity('permission', 'ofReports'),
    queryFn: async ({ signal }) => {
      const permissions = await call<ReportPermission[]>('/mes/form/permissions', {}, { signal });
      addWords(Object.fromEntries(permissions.map(({ code, title }) => [`permission.${code}`, title])));
      return permissions.map(({ code }) => code);
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { watches: ['customerKanban'] },
    // Customers and suppliers have no reports.
    enabled: hasPermission(user, SIGNED_IN_PERMISSION),
  });
  return useMemo(() => groupPermissionsByArea(data ?? []), [data]);
}
