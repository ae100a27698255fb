import { sql } from 'kysely';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { OPEN_CALLS_SOURCE, PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';

/** The board of a screen or of a playlist item; without a board, the preset. */
export interface ShownBoard {
  boardId: number | null;
  preset: BoardPreset;
}

/** Loads the sources of the tiles of boards and presets. */
export async function loadSourcesOfBoards(
  db: Db,
  factoryId: number,
  shownBoards: readonly ShownBoard[],
): Promise<SourceName[]> {
  const boardIds = shownBoards.flatMap(({ boardId }) => (boardId === null ? [] : [boardId]));
  const { rows } =
    boardIds.length === 0
      ? { rows: [] }
      : await sql<{ sources: SourceName[] }>`select v.sources from board b
          join board_version v on v.factory_id = b.factory_id and v.board_id = b.id and v.edition = b.edition
          where b.factory_id = ${factoryId} and b.id = any(${boardIds}::bigint[]) and b.deleted_at is null`.execute(
          db,
        );
  return [
    ...rows.flatMap(({ sources }) => sources),
    ...shownBoards.flatMap(({ boardId, preset }) => (boardId === null ? PRESET_SOURCES[preset] : [])),
  ];
}

/** The settings of a screen that determine what it shows. */
export interface ScreenContent extends ShownBoard {
  playlistId: number | null;
}

/** The boards that a playlist shows one after the other, and the board that it shows while a call is open. */
interface PlaylistContent {
  items: (ShownBoard & { seconds: number })[];
  callBoardId: number | null;
}

/** How long a screen without a playlist shows its only board before it shows the board again. */
const SINGLE_BOARD_SECONDS = 3600;

/** Loads the boards that a screen shows. A screen without a playlist shows one board or preset. */
export async function loadPlaylistOfScreen(
  db: Db,
  factoryId: number,
  { playlistId, boardId, preset }: ScreenContent,
): Promise<PlaylistContent> {
  if (playlistId === null)
    return { items: [{ boardId, preset, seconds: SINGLE_BOARD_SECONDS }], callBoardId: null };
  const { rows } = await sql<ShownBoard & { seconds: number; callBoardId: number | null }>`
    select i.board_id, i.preset, i.seconds, p.call_board_id
    from playlist p join playlist_items i on i.factory_id = p.factory_id and i.owner_id = p.id
    where p.factory_id = ${factoryId} and p.id = ${playlistId} order by i.position`.execute(db);
  return {
    items: rows.map((row) => ({ boardId: row.boardId, preset: row.preset, seconds: row.seconds })),
    callBoardId: rows[0]?.callBoardId ?? null,
  };
}

/** Loads the sources of all boards of a playlist, and of open calls if there is a call board. */
export async function loadSourcesOfPlaylist(
  db: Db,
  factoryId: number,
  { items, callBoardId }: PlaylistContent,
): Promise<SourceName[]> {
  const callBoard: ShownBoard[] = callBoardId === null ? [] : [{ boardId: callBoardId, preset: 'mainHall' }];
  return [
    ...(await loadSourcesOfBoards(db, factoryId, [...items, ...callBoard])),
    ...(callBoardId === null ? [] : [OPEN_CALLS_SOURCE]),
  ];
}
