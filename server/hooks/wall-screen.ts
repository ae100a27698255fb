import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseUnseenSources } from './live-sources.ts';
import { buildSessionCondition, revokeSessions } from './revoke-sessions.ts';
import { loadPlaylistOfScreen, loadSourcesOfPlaylist } from './shown-boards.ts';

/** Ends the sessions of the devices that show screens. The devices then show a new pairing code. */
export const revokeDevicesOfScreens = (tx: Transaction, ids: readonly number[]): Promise<number> =>
  revokeSessions(tx, buildSessionCondition(tx, 'wall_screen_id', ids));

/** Returns the field that decides which boards a screen shows. */
const getDecidingField = ({ playlistId, boardId }: DraftOf<'wallScreen'>): string =>
  playlistId !== null ? 'playlistId' : boardId !== null ? 'boardId' : 'preset';

/**
 * A screen has its own account, to which the session of its device belongs. The person who chooses the boards of a
 * screen must be allowed to see their reports.
 */
export const wallScreenHooks: HooksOf<'wallScreen'> = {
  beforeSave: async (tx, next, before) => {
    const isContentUnchanged =
      before &&
      before.playlistId === next.playlistId &&
      before.boardId === next.boardId &&
      before.preset === next.preset;
    if (isContentUnchanged) return;
    const content = await loadPlaylistOfScreen(tx.db, tx.factoryId, next);
    const sources = await loadSourcesOfPlaylist(tx.db, tx.factoryId, content);
    await refuseUnseenSources(tx, sources, getDecidingField(next));
  },
  afterSave: async (tx, after, before) => {
    if (before) return;
    await tx.db
      .insertInto('account')
      .values({
        factoryId: tx.factoryId,
        kind: 'screen',
        wallScreenId: after.id,
        code: `screen ${after.id}`,
        mustChange: false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  afterDelete: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeDevicesOfScreens(tx, ids);
    await sql`update wall_screen set state = 'notPaired'
      where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])`.execute(tx.db);
  },
};
