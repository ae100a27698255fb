import { ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { query, type Route } from '../../call/route.ts';
import { myWork } from './my-work.ts';
import { queue } from './queue.ts';
import { scan } from './scan.ts';

/** What people on the floor look at before they report. */
export const floorRoutes: Route[] = [
  query({
    path: '/mes/floor/scan',
    permission: PRODUCTION,
    input: { code: text({ required: true, max: 500, label: 'barcode' }) },
    run: ({ db, user, lang, input }) => scan(db, user, lang, input.code),
  }),
  query({
    path: '/mes/floor/mine',
    permission: PRODUCTION,
    input: {},
    run: ({ db, user }) => myWork(db, user),
  }),
  query({
    path: '/mes/floor/queue',
    permission: PRODUCTION,
    input: { workGroupId: ref('workGroup') },
    run: ({ db, user, input }) => queue(db, user, input.workGroupId ?? user.workGroupId),
  }),
];
