import { text } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT } from '#shared/kernel/permissions.ts';
import { query, type Route } from '../../call/route.ts';
import { search } from './search.ts';

/** The route of the global search. Each entity requires its own permission. */
export const searchRoutes: readonly Route[] = [
  query({
    path: '/mes/search/find',
    permission: ANY_ACCOUNT,
    input: { search: text({ required: true, max: 100 }) },
    run: ({ db, user, input }) => search(db, user, input.search),
  }),
];
