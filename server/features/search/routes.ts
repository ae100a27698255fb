import { text } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { searchRows } from './search.ts';

/** The route of the global search. Each entity requires its own permission. */
export const searchRoutes: readonly Route[] = [
  defineQuery({
    path: '/mes/search/find',
    permission: ANY_ACCOUNT_PERMISSION,
    input: { search: text({ required: true, max: 100 }) },
    run: ({ db, user, input }) => searchRows(db, user, input.search),
  }),
];
