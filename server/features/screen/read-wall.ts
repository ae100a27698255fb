import { sql } from 'kysely';
import type { WallAnswer, WallPicture } from '#shared/answers/boards/wall.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { encodeUser } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import { loadPlaylistOfScreen } from '../../hooks/shown-boards.ts';

type BoardContent = NonNullable<WallPicture['board']>;

/** Loads the newest content of boards, by id. */
async function loadBoards(
  db: Db,
  factoryId: number,
  ids: readonly number[],
): Promise<Map<number, BoardContent>> {
  const { rows } = await sql<BoardContent>`select b.id, b.name, v.content from board b
    join board_version v on v.factory_id = b.factory_id and v.board_id = b.id and v.edition = b.edition
    where b.factory_id = ${factoryId} and b.id = any(${ids}::bigint[]) and b.deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Loads the shifts of the factory from yesterday to the day after tomorrow. They come from the roster of the
 * factory or, if it has none, from the rosters of the work groups.
 * @returns null if no roster is valid today, so that every time of day is working time
 */
async function loadShifts(db: Db, { factoryId, zone }: CurrentUser): Promise<WallAnswer['shifts']> {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    with calendar as (
      select (now() at time zone ${zone})::date as today
    ), windows as materialized (
      select distinct level, starts_at, ends_at
      from calendar, shift_windows(${factoryId}, ${zone}, today - 1, today + 2)
      where level in (2, 3)
    )
    select starts_at, ends_at from windows where level = (select max(level) from windows)
    order by starts_at`.execute(db);
  if (rows.length > 0) return rows;
  const rosters = await sql`select 1 from roster where factory_id = ${factoryId} and deleted_at is null
    and employee_id is null and device_id is null
    and (now() at time zone ${zone})::date between valid_from and coalesce(valid_until, 'infinity') limit 1`.execute(
    db,
  );
  return rosters.rows.length > 0 ? [] : null;
}

/** Reads what a paired screen shows. @throws rowNotFound if the screen was deleted in the meantime */
export async function readWall(db: Db, user: CurrentUser): Promise<WallAnswer> {
  const { factoryId } = user;
  const { rows } = await sql<{
    playlistId: number | null;
    boardId: number | null;
    preset: BoardPreset;
    dimLevel: number;
  }>`select playlist_id, board_id, preset, dim_level from wall_screen
    where factory_id = ${factoryId} and id = ${user.screen?.id ?? 0} and deleted_at is null`.execute(db);
  const screen = rows[0];
  if (!screen) throw makeError('rowNotFound');
  const { items, callBoardId } = await loadPlaylistOfScreen(db, factoryId, screen);
  const ids = [...items.map(({ boardId }) => boardId), callBoardId].filter((id) => id !== null);
  const boards = await loadBoards(db, factoryId, ids);
  const makeWallPicture = (boardId: number | null, preset: BoardPreset, seconds: number): WallPicture => ({
    preset,
    board: boardId === null ? null : (boards.get(boardId) ?? null),
    seconds,
  });
  return {
    user: encodeUser(user),
    pictures: items.map(({ boardId, preset, seconds }) => makeWallPicture(boardId, preset, seconds)),
    callPicture: callBoardId === null ? null : makeWallPicture(callBoardId, 'mainHall', 0),
    dimLevel: screen.dimLevel,
    shifts: screen.dimLevel > 0 ? await loadShifts(db, user) : null,
  };
}
