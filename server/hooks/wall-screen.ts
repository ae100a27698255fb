import { sql } from 'kysely';
import type { Work } from '../db/work.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseUnseenSources } from './live-sources.ts';
import { buildSessionCondition, revokeSessions } from './revoke-sessions.ts';
import { loadPlaylistOfScreen, loadSourcesOfPlaylist } from './shown-boards.ts';

/** Ends the sessions of the devices of screens. The devices then show a new pairing code. */
export const revokeDevicesOfScreens = (work: Work, ids: readonly number[]): Promise<number> =>
  revokeSessions(work, buildSessionCondition(work, 'wall_screen_id', ids));

/** Returns the field that decides what a screen shows. */
const getDecidingField = ({ playlistId, boardId }: DraftOf<'wallScreen'>): string =>
  playlistId !== null ? 'playlistId' : boardId !== null ? 'boardId' : 'preset';

/**
 * A screen has its own account, to which the session of its device belongs. Somebody who chooses
 * what a screen shows must be allowed to see the reports that the screen shows.
 */
export const wallScreenHooks: HooksOf<'wallScreen'> = {
  beforeSave: async (work, next, before) => {
    const isSame =
      before &&
      before.playlistId === next.playlistId &&
      before.boardId === next.boardId &&
      before.preset === next.preset;
    if (isSame) return;
    const content = await loadPlaylistOfScreen(work.db, work.factoryId, next);
    const sources = await loadSourcesOfPlaylist(work.db, work.factoryId, content);
    await refuseUnseenSources(work, sources, getDecidingField(next));
  },
  afterSave: async (work, after, before) => {
    if (before) return;
    await work.db
      .insertInto('account')
      .values({
        factoryId: work.factoryId,
        kind: 'screen',
        wallScreenId: after.id,
        code: `screen ${after.id}`,
        mustChange: false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  afterDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeDevicesOfScreens(work, ids);
    await sql`update wall_screen set state = 'notPaired'
      where factory_id = ${work.factoryId} and id = any(${ids}::bigint[])`.execute(work.db);
  },
};
