import type { HooksOf } from './hooks.ts';
import { refuseUnseenSources } from './live-sources.ts';
import { loadSourcesOfBoards, loadSourcesOfPlaylist } from './shown-boards.ts';

/** Somebody who puts a board on a playlist must be allowed to see its reports. */
export const playlistHooks: HooksOf<'playlist'> = {
  beforeSave: async (tx, next, before) => {
    const { items, callBoardId } = next;
    if (!before || JSON.stringify(items) !== JSON.stringify(before.items))
      await refuseUnseenSources(tx, await loadSourcesOfBoards(tx.db, tx.factoryId, items), 'items');
    if (callBoardId !== null && callBoardId !== before?.callBoardId) {
      const sources = await loadSourcesOfPlaylist(tx.db, tx.factoryId, { items: [], callBoardId });
      await refuseUnseenSources(tx, sources, 'callBoardId');
    }
  },
};
