import { entities } from '#shared/entities/index.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import { PAIRED_SCREEN_PERMISSION, PUBLIC_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { loadRecord } from '../../crud/read.ts';
import { findPairingRequest, lockScreen, pairScreen, readOrBeginPairing, revokeScreen } from './pairing.ts';
import { readWall } from './read-wall.ts';

const screenId = ref('wallScreen', { required: true });
const code = text({ required: true, max: 20, label: 'pairingCode' });

/**
 * Routes of wall displays. Everybody may ask for a pairing code, which gives no access by itself. A
 * paired screen may read what it shows. Only managers of wall displays may confirm a code, command
 * a screen or revoke it, and only in their own factory.
 */
export const screenRoutes: Route[] = [
  // Everybody may ask for a code. It gives no access before it is confirmed. This is a query,
  // because a command needs a user.
  defineQuery({
    path: '/mes/wall/pairing',
    permission: PUBLIC_PERMISSION,
    input: {},
    run: ({ db, user, sender }) => readOrBeginPairing(db, user, sender),
  }),
  // Only a paired screen may call this. It reads its own boards and nothing else.
  defineQuery({
    path: '/mes/wall/shown',
    permission: PAIRED_SCREEN_PERMISSION,
    input: {},
    run: ({ db, user }) => readWall(db, user),
  }),
  // Before confirming a code, a manager may see which browser shows it. This is a query, because a
  // failed command would roll back the count of wrong codes.
  defineQuery({
    path: '/mes/screen/pairing',
    permission: 'SCREEN_MANAGE',
    input: { code },
    run: ({ db, user, input }) => findPairingRequest(db, user, input.code),
  }),
  // A manager of wall displays may pair a browser with a screen whose reports the manager may see.
  defineCommand({
    path: '/mes/screen/pair',
    permission: 'SCREEN_MANAGE',
    input: { screenId, code },
    before: async ({ db, user, input }) => {
      await loadRecord(db, entities.wallScreen, user, input.screenId);
      await findPairingRequest(db, user, input.code);
    },
    run: ({ tx, input }) => pairScreen(tx, input),
  }),
  // A manager of wall displays may end the access of the device of a screen in the manager's own factory.
  defineCommand({
    path: '/mes/screen/revoke',
    permission: 'SCREEN_MANAGE',
    input: { screenId },
    run: ({ tx, input }) => revokeScreen(tx, input.screenId),
  }),
  // A manager of wall displays may make a screen in the manager's own factory show its name for some seconds.
  defineCommand({
    path: '/mes/screen/identify',
    permission: 'SCREEN_MANAGE',
    input: { screenId },
    run: async ({ tx, input }) => {
      const { id, name } = await lockScreen(tx, input.screenId);
      tx.announce('board', 'wallScreen', [id], { command: 'identify', name });
    },
  }),
  // A manager of wall displays may make a screen in the manager's own factory load its page again.
  defineCommand({
    path: '/mes/screen/reload',
    permission: 'SCREEN_MANAGE',
    input: { screenId },
    run: async ({ tx, input }) => {
      const { id } = await lockScreen(tx, input.screenId);
      tx.announce('board', 'wallScreen', [id], { command: 'reload' });
    },
  }),
];
