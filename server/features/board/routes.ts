import { MAX_BOARD_TEXT_LENGTH, type Board } from '#shared/boards/board.ts';
import { LARGE_SCREENS } from '#shared/boards/preset-names.ts';
import { entities } from '#shared/entities/index.ts';
import { choice, number, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { saveRecord } from '../../crud/save.ts';
import { selectPermittedFiles } from '../../hooks/board-files.ts';
import { setBoardContent } from '../../hooks/board.ts';
import { parseBoardOrFail } from '../../hooks/board-text.ts';
import { selectPermittedSources } from '../../hooks/live-sources.ts';
import {
  loadBoard,
  loadVersion,
  parseSourcesOrFail,
  readBoardContent,
  readLargeScreen,
} from './board-content.ts';
import { compareEditions, listEditions, restoreEdition } from './board-versions.ts';

const id = ref('board', { required: true, label: 'board' });
const { name, preset } = entities.board.fields;
const version = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });
const edition = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0, label: 'version' });
const content = text({ required: true, max: MAX_BOARD_TEXT_LENGTH, label: 'boardText' });
/** The sources of the tiles as JSON. Paired screens may watch these sources and no others. */
const sources = text({ max: MAX_BOARD_TEXT_LENGTH, label: 'boardSources' });

export const boardRoutes: Route[] = [
  defineQuery({
    path: '/mes/board/read',
    permission: SIGNED_IN_PERMISSION,
    input: { id },
    run: ({ db, user, input }) => readBoardContent(db, user, input.id),
  }),
  defineCommand({
    path: '/mes/board/add',
    permission: 'BOARD_DESIGN',
    input: { name, preset, content, sources },
    run: async ({ tx, user, input }) => {
      const board = parseBoardOrFail(input.content);
      setBoardContent(tx, {
        board,
        sources: parseSourcesOrFail(user, input.sources),
        fileIds: await selectPermittedFiles(tx.db, user, board),
        preset: input.preset,
      });
      return saveRecord(tx, entities.board, user, null, null, { name: input.name });
    },
  }),
  defineCommand({
    path: '/mes/board/copy',
    permission: 'BOARD_DESIGN',
    input: { id, name },
    run: async ({ tx, user, input }) => {
      const board = await loadBoard(tx.db, user, input.id);
      const sourceVersion = await loadVersion(tx.db, user, board.id, board.edition);
      const copiedContent = JSON.parse(sourceVersion.content) as Board;
      setBoardContent(tx, {
        board: copiedContent,
        sources: selectPermittedSources(user, sourceVersion.sources),
        fileIds: await selectPermittedFiles(tx.db, user, copiedContent),
        preset: board.preset,
      });
      return saveRecord(tx, entities.board, user, null, null, { name: input.name });
    },
  }),
  defineCommand({
    path: '/mes/board/write',
    permission: 'BOARD_DESIGN',
    input: { id, version, content, sources },
    run: async ({ tx, user, input }) => {
      // A board that the user may not see is refused before its text is checked.
      await loadBoard(tx.db, user, input.id);
      const board = parseBoardOrFail(input.content);
      setBoardContent(tx, {
        board,
        sources: parseSourcesOrFail(user, input.sources),
        fileIds: await selectPermittedFiles(tx.db, user, board),
      });
      return saveRecord(tx, entities.board, user, input.id, input.version, {});
    },
  }),
  defineQuery({
    path: '/mes/board/versions',
    permission: 'BOARD_DESIGN',
    input: { id },
    run: ({ db, user, input }) => listEditions(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/board/compare',
    permission: 'BOARD_DESIGN',
    input: { id, before: edition, after: edition },
    run: ({ db, user, input }) => compareEditions(db, user, input.id, input.before, input.after),
  }),
  defineCommand({
    path: '/mes/board/restore',
    permission: 'BOARD_DESIGN',
    input: { id, version, edition },
    run: ({ tx, user, input }) => restoreEdition(tx, user, input),
  }),
  defineQuery({
    path: '/mes/board/shown',
    permission: PRODUCTION_PERMISSION,
    input: { screen: choice(LARGE_SCREENS, { required: true, label: 'largeScreen' }) },
    run: ({ db, user, input }) => readLargeScreen(db, user, input.screen),
  }),
];
