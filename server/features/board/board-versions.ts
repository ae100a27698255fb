import { sql } from 'kysely';
import type { Board } from '#shared/boards/board.ts';
import { compareBoards } from '#shared/boards/compare-boards.ts';
import type { BoardComparison, BoardEdition, BoardEditions } from '#shared/answers/boards/board.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { saveRecord } from '../../crud/save.ts';
import type { ApiRecord } from '../../crud/select.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import { selectPermittedFiles } from '../../hooks/board-files.ts';
import { mayChangeBoard, setBoardContent } from '../../hooks/board.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { selectPermittedSources } from '../../hooks/live-sources.ts';
import { loadBoard, loadContent, loadVersion } from './board-content.ts';

/**
 * Loads a board for a viewer who may change it. Other viewers may not read its versions and are refused.
 * @throws rowNotFound, boardNotYours
 */
async function loadChangeableBoard(db: Db, viewer: Viewer, id: number): Promise<Entity<'board'>> {
  const board = await loadBoard(db, viewer, id);
  if (!mayChangeBoard(viewer, board)) throw makeError('boardNotYours', { name: board.name });
  return board;
}

/** Lists the stored versions of a board, the newest first. */
export async function listEditions(db: Db, viewer: Viewer, id: number): Promise<BoardEditions> {
  const { version } = await loadChangeableBoard(db, viewer, id);
  const { rows } = await sql<BoardEdition>`select edition, saved_at, saved_by, tile_count, restored_from
    from board_version where factory_id = ${viewer.factoryId} and board_id = ${id}
    order by edition desc`.execute(db);
  return { id, version, editions: rows };
}

/**
 * Lists the differences between two versions of a board.
 * @throws boardEditionGone if a version was deleted
 */
export async function compareEditions(
  db: Db,
  viewer: Viewer,
  id: number,
  before: number,
  after: number,
): Promise<BoardComparison> {
  await loadChangeableBoard(db, viewer, id);
  const parseContent = (content: string): Board => JSON.parse(content) as Board;
  return {
    differences: compareBoards(
      parseContent(await loadContent(db, viewer, id, before)),
      parseContent(await loadContent(db, viewer, id, after)),
    ),
  };
}

/**
 * Saves the content of an old version of a board as the newest version.
 * @throws rowNotFound, boardNotYours, boardEditionGone, stale
 */
export async function restoreEdition(
  tx: Transaction,
  viewer: Viewer,
  { id, version, edition }: { id: number; version: number; edition: number },
): Promise<ApiRecord> {
  await loadChangeableBoard(tx.db, viewer, id);
  const { content, sources } = await loadVersion(tx.db, viewer, id, edition);
  const board = JSON.parse(content) as Board;
  setBoardContent(tx, {
    board,
    sources: selectPermittedSources(viewer, sources),
    fileIds: await selectPermittedFiles(tx.db, viewer, board),
    restoredFrom: edition,
  });
  return saveRecord(tx, entities.board, viewer, id, version, {});
}
