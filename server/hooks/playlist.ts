import type { HooksOf } from './hooks.ts';
import { refuseUnseenSources } from './live-sources.ts';
import { loadSourcesOfBoards, loadSourcesOfPlaylist } from './shown-boards.ts';

/** Somebody who puts a board on a playlist must be allowed to see its reports. */
export const playlistHooks: HooksOf<'playlist'> = {
  beforeSave: async (work, next, before) => {
    const { items, callBoardId } = next;
    if (!before || JSON.stringify(items) !== JSON.stringify(before.items))
      await refuseUnseenSources(work, await loadSourcesOfBoards(work.db, work.factoryId, items), 'items');
    if (callBoardId !== null && callBoardId !== before?.callBoardId) {
      const sources = await loadSourcesOfPlaylist(work.db, work.factoryId, { items: [], callBoardId });
      await refuseUnseenSources(work, sources, 'callBoardId');
    }
  },
};
