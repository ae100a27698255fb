import { number } from '#shared/kernel/fields.ts';
import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { ownAccountFields } from '#shared/answers/own-account.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { readOwnData, saveOwnData } from './own-data.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

export const centerRoutes: Route[] = [
  defineQuery({
    path: '/mes/center/own/get',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {},
    run: ({ db, user }) => readOwnData(db, user),
  }),
  defineCommand({
    path: '/mes/center/own/save',
    permission: ANY_ACCOUNT_PERMISSION,
    input: ownAccountFields,
    run: ({ tx, user, input }) => saveOwnData(tx, user, input),
  }),
  defineQuery({
    path: '/mes/center/session/page',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {},
    run: ({ db, user, sender }) => listOwnSessions(db, user, sender.token!),
  }),
  defineCommand({
    path: '/mes/center/session/end',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {
      id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'device' }),
    },
    run: ({ tx, user, input }) => endOwnSession(tx, user, input.id),
  }),
  defineCommand({
    path: '/mes/center/session/endOthers',
    permission: ANY_ACCOUNT_PERMISSION,
    input: {},
    run: ({ tx, user, sender }) => endOtherSessions(tx, user, sender.token!),
  }),
];
