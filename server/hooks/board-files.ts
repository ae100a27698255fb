import { sql } from 'kysely';
import { listBoardFileIds } from '#shared/boards/board-files.ts';
import type { Board } from '#shared/boards/board.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { boardHooks } from './board.ts';
import type { Viewer } from './hooks.ts';
import { loadPlaylistOfScreen, type ScreenContent } from './shown-boards.ts';

/** The types of files that a tile can show as a picture. */
const PICTURE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Builds the condition for a board `t` whose version `f.edition` a viewer may read: the newest version of a board that
 * the viewer may see, or every stored version of a board that the viewer may change.
 */
function buildReadableVersionCondition(viewer: Viewer) {
  const mayChangeAllBoards = hasPermission(viewer, 'SCREEN_MANAGE') && hasPermission(viewer, 'BOARD_DESIGN');
  const mayChangeOwnBoards = hasPermission(viewer, 'BOARD_DESIGN');
  return sql`(t.edition = f.edition or ${mayChangeAllBoards}::boolean
      or (${mayChangeOwnBoards}::boolean and t.owner_id = ${viewer.employeeId}::bigint))
    and ((${boardHooks.scope!(viewer) ?? sql`true`}) or exists (select 1 from large_screen s
      where s.factory_id = t.factory_id and s.board_id = t.id and s.deleted_at is null))`;
}

/** Finds the files that the viewer may see because they are on a board. */
async function findVisibleFileIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ fileId: number }>`select distinct f.file_id from board_version_file f
    join board t on t.factory_id = f.factory_id and t.id = f.board_id and t.deleted_at is null
    where f.factory_id = ${viewer.factoryId} and f.file_id = any(${[...ids]}::bigint[])
      and ${buildReadableVersionCondition(viewer)}`.execute(db);
  return rows.map(({ fileId }) => fileId);
}

/** Whether a board that a user may see shows the file. */
export const mayReadBoardFile = async (db: Db, viewer: Viewer, id: number): Promise<boolean> =>
  (await findVisibleFileIds(db, viewer, [id])).length > 0;

/** Whether a board on the paired screen that makes the call shows the file. */
export async function mayScreenReadFile(
  db: Db,
  { factoryId, screen }: CurrentUser,
  id: number,
): Promise<boolean> {
  const { rows } = await sql<ScreenContent>`select playlist_id, board_id, preset from wall_screen
    where factory_id = ${factoryId} and id = ${screen?.id ?? 0} and deleted_at is null`.execute(db);
  if (!rows[0]) return false;
  const { items, callBoardId } = await loadPlaylistOfScreen(db, factoryId, rows[0]);
  const boardIds = [...items.map(({ boardId }) => boardId), callBoardId].filter(
    (boardId) => boardId !== null,
  );
  const result = await sql`select 1 from board_version_file f
    join board t on t.factory_id = f.factory_id and t.id = f.board_id and t.edition = f.edition and t.deleted_at is null
    where f.factory_id = ${factoryId} and f.file_id = ${id} and t.id = any(${boardIds}::bigint[])`.execute(
    db,
  );
  return result.rows.length > 0;
}

/**
 * Returns the files of a board that its author may show: pictures that the author uploaded, and pictures of boards that
 * the author may see. Other files are left out, for example if the board was exported from another factory. Tiles with
 * such a file say that the picture is missing.
 */
export async function selectPermittedFiles(db: Db, viewer: Viewer, board: Board): Promise<number[]> {
  const ids = listBoardFileIds(board);
  if (ids.length === 0) return [];
  const visibleIds = await findVisibleFileIds(db, viewer, ids);
  const { rows } = await sql<{ id: number }>`select id from stored_file
    where factory_id = ${viewer.factoryId} and id = any(${ids}::bigint[])
      and media_type = any(${PICTURE_MEDIA_TYPES}::text[])
      and (account_id = ${viewer.accountId} or id = any(${visibleIds}::bigint[]))`.execute(db);
  return rows.map(({ id }) => id);
}
