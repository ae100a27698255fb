import { makeError } from '#shared/kernel/errors.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { mayReadSource } from '#shared/kernel/source-params.ts';
import { toWireText } from '#shared/kernel/wire.ts';
import { defineQuery, type QueryCall, type Route } from '../call/route.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Report } from './define-report.ts';
import { reports, listReportDescriptors } from './index.ts';
import { listKanbanPermissions } from './kanban-permissions.ts';
import { reportPermissions } from './permission-codes.ts';

/** Converts validated parameters to the form in which `readSourceParams` returns them. */
const toSourceParams = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === null ? [] : [[name, toWireText(value)]])),
  );

/**
 * Makes the route of a report. Every employee may call the route of a report about one kanban. The route then checks
 * the permission for this kanban.
 */
const makeReportRoute = (report: Report): Route =>
  defineQuery({
    path: report.path,
    permission: report.kanbanParameter === undefined ? report.permission : SIGNED_IN_PERMISSION,
    input: report.parameters,
    run: async ({ db, user, input }: QueryCall<Record<string, unknown>>) => {
      if (report.kanbanParameter !== undefined && !mayReadSource(user, report, toSourceParams(input)))
        throw makeError('noPermission');
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
    run: async ({ db, user }) => [...reportPermissions, ...(await listKanbanPermissions(db, user))],
  }),
  ...reports.map(makeReportRoute),
];
