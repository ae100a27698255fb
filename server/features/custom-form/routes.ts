import { ref } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { query, type Route } from '../../call/route.ts';
import { readSheet } from './read-form.ts';

/** The questions of a form, for those who answer them. */
export const customFormRoutes: Route[] = [
  query({
    path: '/mes/customRecord/sheet',
    permission: PRODUCTION,
    input: { customFormId: ref('customForm', { required: true }) },
    run: ({ db, user, input }) => readSheet(db, user.factoryId, input.customFormId),
  }),
];
