import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import { query, type Query, type Route } from '../call/route.ts';
import { databaseNow } from '../db/clock.ts';
import type { Report } from './define-report.ts';
import { reports, reportsFor } from './index.ts';
import { reportPermissions } from './permission-codes.ts';

const formRoute = (report: Report): Route =>
  query({
    path: report.path,
    permission: report.permission,
    input: report.parameters,
    run: async ({ db, user, input }: Query<unknown>) => {
      const at = databaseNow(db).toISOString();
      return { rows: await report.run(db, user, input as never), at };
    },
  });

/** The route of every report, and the routes that list the reports and their permissions. */
export const formRoutes: readonly Route[] = [
  query({
    path: '/mes/form/describe',
    permission: SIGNED_IN,
    input: {},
    run: async ({ user }) => reportsFor(user),
  }),
  query({
    path: '/mes/form/permissions',
    permission: SIGNED_IN,
    input: {},
    run: async () => reportPermissions,
  }),
  ...reports.map(formRoute),
];
