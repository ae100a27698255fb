import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineQuery, type QueryCall, type Route } from '../call/route.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Report } from './define-report.ts';
import { reports, listReportDescriptors } from './index.ts';
import { reportPermissions } from './permission-codes.ts';

const makeReportRoute = (report: Report): Route =>
  defineQuery({
    path: report.path,
    permission: report.permission,
    input: report.parameters,
    run: async ({ db, user, input }: QueryCall<unknown>) => {
      const at = getDatabaseTime(db).toISOString();
      return { rows: await report.run(db, user, input as never), at };
    },
  });

/** The route of each report, and the routes that list the reports, their pages and their permissions. */
export const reportRoutes: readonly Route[] = [
  defineQuery({
    path: '/mes/form/describe',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: async ({ user }) => listReportDescriptors(user),
  }),
  // The pages of all reports. With them the client distinguishes a forbidden page from a page that does not exist.
  defineQuery({
    path: '/mes/form/pages',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: async () => reports.flatMap(({ page }) => page ?? []),
  }),
  defineQuery({
    path: '/mes/form/permissions',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: async () => reportPermissions,
  }),
  ...reports.map(makeReportRoute),
];
