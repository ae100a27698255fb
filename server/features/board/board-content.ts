import { sql } from 'kysely';
import { z } from 'zod';
import { MAX_BOARD_TILES } from '#shared/boards/board.ts';
import type { BoardAnswer, LargeScreenAnswer } from '#shared/answers/boards/board.ts';
import { DEFAULT_PRESET_BY_SCREEN, type LargeScreen } from '#shared/boards/preset-names.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { loadRecord } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import { mayChangeBoard } from '../../hooks/board.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { selectPermittedSources } from '../../hooks/live-sources.ts';

/**
 * Loads a board without its content.
 * @throws rowNotFound if the board does not exist, or the viewer may not see it
 */
export const loadBoard = async (db: Db, viewer: Viewer, id: number): Promise<Entity<'board'>> =>
  (await loadRecord(db, entities.board, viewer, id)) as unknown as Entity<'board'>;

/** The content of a version of a board, and the sources of its tiles. */
interface BoardVersion {
  content: string;
  sources: SourceName[];
}

/**
 * Loads one version of a board.
 * @throws boardEditionGone if the version was deleted
 */
export async function loadVersion(
  db: Db,
  viewer: Viewer,
  id: number,
  edition: number,
): Promise<BoardVersion> {
  const { rows } = await sql<BoardVersion>`select content, sources from board_version
    where factory_id = ${viewer.factoryId} and board_id = ${id} and edition = ${edition}`.execute(db);
  if (!rows[0]) throw makeError('boardEditionGone', { edition });
  return rows[0];
}

/**
 * Loads the content of one version of a board.
 * @throws boardEditionGone if the version was deleted
 */
export const loadContent = async (db: Db, viewer: Viewer, id: number, edition: number): Promise<string> =>
  (await loadVersion(db, viewer, id, edition)).content;

const sourcesSchema = z
  .array(z.strictObject({ path: z.string(), params: z.record(z.string(), z.string()) }))
  .max(MAX_BOARD_TILES);

/**
 * Parses the JSON array of the sources that the tiles of a board use. It leaves out sources that the viewer
 * may not see. A viewer therefore cannot make a paired screen show rows that the viewer may not read.
 * @throws fieldsInvalid
 */
export function parseSourcesOrFail(viewer: Viewer, json: string | null): SourceName[] {
  const makeSourcesError = () => makeError('fieldsInvalid', {}, { sources: { reason: 'notAList' } });
  let parsedJson: unknown;
  try {
    parsedJson = JSON.parse(json ?? '[]');
  } catch {
    throw makeSourcesError();
  }
  const parsed = sourcesSchema.safeParse(parsedJson);
  if (!parsed.success) throw makeSourcesError();
  return selectPermittedSources(viewer, parsed.data);
}

/** Reads a board with its newest content. @throws rowNotFound */
export async function readBoardContent(db: Db, viewer: Viewer, id: number): Promise<BoardAnswer> {
  const board = await loadBoard(db, viewer, id);
  const { version, name, edition } = board;
  const content = await loadContent(db, viewer, id, edition);
  return { id, version, name, edition, content, mayChange: mayChangeBoard(viewer, board) };
}

/**
 * Reads what a large screen shows. Everyone in the factory may see its board, even if the board is
 * not shared with them.
 */
export async function readLargeScreen(
  db: Db,
  viewer: Viewer,
  screen: LargeScreen,
): Promise<LargeScreenAnswer> {
  const { rows } = await sql<{
    preset: LargeScreenAnswer['preset'];
    name: string | null;
    content: string | null;
  }>`select s.preset, b.name, v.content from large_screen s
    left join board b on b.factory_id = s.factory_id and b.id = s.board_id and b.deleted_at is null
    left join board_version v on v.factory_id = b.factory_id and v.board_id = b.id and v.edition = b.edition
    where s.factory_id = ${viewer.factoryId} and s.screen = ${screen} and s.deleted_at is null`.execute(db);
  const { preset = DEFAULT_PRESET_BY_SCREEN[screen], name = null, content = null } = rows[0] ?? {};
  return { preset, board: name === null || content === null ? null : { name, content } };
}
