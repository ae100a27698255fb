import { sql } from 'kysely';
import type { RecordedBoardAnswer } from '#shared/answers/boards/recording.ts';
import { DEFAULT_PRESET_BY_SCREEN, type BoardPreset, type LargeScreen } from '#shared/boards/preset-names.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { loadRecord } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import { mayChangeBoard } from '../../hooks/board.ts';

interface RecordedVersion {
  name: string;
  content: string;
  savedAt: string;
  until: string | null;
  isExact: boolean;
}

/**
 * Loads the version of a board at a moment. If all stored versions are newer, it loads the oldest one.
 * @param isNewestForced whether to load the newest version, even if it is newer than the moment
 * @returns null if there is no such board
 */
async function loadVersionAt(
  db: Db,
  factoryId: number,
  id: number,
  at: string,
  isNewestForced: boolean,
): Promise<RecordedVersion | null> {
  const { rows } = await sql<RecordedVersion>`
    with versions as (
      select b.name, v.edition, v.content, v.saved_at, lead(v.saved_at) over (order by v.edition) as until,
        v.saved_at <= ${at}::timestamptz as is_exact
      from board b join board_version v on v.factory_id = b.factory_id and v.board_id = b.id
      where b.factory_id = ${factoryId} and b.id = ${id} and b.deleted_at is null
        and (v.edition = b.edition or not ${isNewestForced}::boolean)
    )
    select name, content, saved_at, until, is_exact from versions
    order by is_exact desc, case when is_exact then -edition else edition end
    limit 1`.execute(db);
  return rows[0] ?? null;
}

const toAnswer = ({ name, content, savedAt, until, isExact }: RecordedVersion): RecordedBoardAnswer => ({
  name,
  content,
  preset: null,
  from: isExact ? savedAt : null,
  until: isExact ? until : savedAt,
  isExact,
});

/**
 * Reads what a board looked like at a moment. Users who may not change the board get its newest version, because older
 * versions may be from before the board was shared.
 * @throws rowNotFound if the user may not see the board now
 */
export async function readRecordedBoard(
  db: Db,
  user: CurrentUser,
  id: number,
  at: string,
): Promise<RecordedBoardAnswer> {
  const board = (await loadRecord(db, entities.board, user, id)) as unknown as Entity<'board'>;
  const version = await loadVersionAt(db, user.factoryId, id, at, !mayChangeBoard(user, board));
  if (!version) throw makeError('rowNotFound');
  return toAnswer(version);
}

interface ScreenChoice {
  at: string | null;
  until: string | null;
  boardId: number | null;
  preset: BoardPreset | null;
}

/** Reads from the log which setting a large screen had at a moment, and the span in which this setting was valid. */
async function loadScreenChoiceAt(
  db: Db,
  factoryId: number,
  screen: LargeScreen,
  at: string,
): Promise<ScreenChoice> {
  const { rows } = await sql<ScreenChoice>`
    with changes as (
      select l.at, l.after from large_screen s
      join log l on l.factory_id = s.factory_id and l.entity = 'largeScreen' and l.entity_id = s.id
      where s.factory_id = ${factoryId} and s.screen = ${screen} and l.after is not null
    )
    select c.at, (select min(n.at) from changes n where n.at > ${at}::timestamptz) as until,
      (c.after ->> 'boardId')::bigint as board_id, c.after ->> 'preset' as preset
    from (select) one
    left join lateral (
      select at, after from changes where at <= ${at}::timestamptz order by at desc limit 1
    ) c on true`.execute(db);
  return rows[0]!;
}

/**
 * Reads what a large screen showed at a moment. Everyone in the factory may see the board of a large screen, even
 * if the board is not shared with them.
 */
export async function readRecordedScreen(
  db: Db,
  user: CurrentUser,
  screen: LargeScreen,
  at: string,
): Promise<RecordedBoardAnswer> {
  const screenChoice = await loadScreenChoiceAt(db, user.factoryId, screen, at);
  const version =
    screenChoice.boardId === null
      ? null
      : await loadVersionAt(db, user.factoryId, screenChoice.boardId, at, false);
  if (!version)
    return {
      name: '',
      content: null,
      preset: screenChoice.preset ?? DEFAULT_PRESET_BY_SCREEN[screen],
      from: screenChoice.at,
      until: screenChoice.until,
      isExact: screenChoice.boardId === null,
    };
  const answer = toAnswer(version);
  const ends = [answer.until, screenChoice.until].filter((end) => end !== null).sort();
  const beginnings = [answer.from, screenChoice.at].filter((beginning) => beginning !== null).sort();
  return { ...answer, from: beginnings.at(-1) ?? null, until: ends[0] ?? null };
}
