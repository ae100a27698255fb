import { number } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT } from '#shared/kernel/permissions.ts';
import { ownFields } from '#shared/answers/own-account.ts';
import { command, query, type Route } from '../../call/route.ts';
import { readOwnData, saveOwnData } from './own-data.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

/** Routes of the personal center. */
export const centerRoutes: Route[] = [
  query({
    path: '/mes/center/own/get',
    permission: ANY_ACCOUNT,
    input: {},
    run: ({ db, user }) => readOwnData(db, user),
  }),
  command({
    path: '/mes/center/own/save',
    permission: ANY_ACCOUNT,
    input: ownFields,
    run: ({ work, user, input }) => saveOwnData(work, user, input),
  }),
  query({
    path: '/mes/center/session/page',
    permission: ANY_ACCOUNT,
    input: {},
    run: ({ db, user, origin }) => listOwnSessions(db, user, origin.token!),
  }),
  command({
    path: '/mes/center/session/end',
    permission: ANY_ACCOUNT,
    input: {
      id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'device' }),
    },
    run: ({ work, user, input }) => endOwnSession(work, user, input.id),
  }),
  command({
    path: '/mes/center/session/endOthers',
    permission: ANY_ACCOUNT,
    input: {},
    run: ({ work, user, origin }) => endOtherSessions(work, user, origin.token!),
  }),
];
