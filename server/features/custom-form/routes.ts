import { ref } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { query, type Route } from '../../call/route.ts';
import { readCustomForm } from './read-custom-form.ts';

/** The questions of a form, for those who answer them. */
export const customFormRoutes: Route[] = [
  query({
    path: '/mes/customRecord/sheet',
    permission: PRODUCTION,
    input: { customFormId: ref('customForm', { required: true }) },
    run: ({ db, user, input }) => readCustomForm(db, user.factoryId, input.customFormId),
  }),
];
