import { number, text } from '#shared/kernel/fields.ts';
import { changeLogFilters } from '#shared/answers/log.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { readLogFilterChoices, readLogDetails, readLogPage } from './log-page.ts';

/** Routes of the history: who changed what and when, with the values before and after. */
export const logRoutes: Route[] = [
  defineQuery({
    path: '/mes/log/page',
    permission: 'SYSTEM_LOG',
    input: {
      ...changeLogFilters,
      before: text({ max: 60, label: 'logOlder' }),
      limit: number({ min: 1, max: 500, decimals: 0, initial: 100, label: 'rows' }),
    },
    run: ({ db, user, input: { before, limit, ...filter } }) =>
      readLogPage(db, user, filter, { before, limit }),
  }),
  defineQuery({
    path: '/mes/log/get',
    permission: 'SYSTEM_LOG',
    input: {
      id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'logRow' }),
    },
    run: ({ db, user, input }) => readLogDetails(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/log/choices',
    permission: 'SYSTEM_LOG',
    input: {},
    run: ({ db, user }) => readLogFilterChoices(db, user),
  }),
];
