import type { Board } from '#shared/boards/board.ts';
import { parseBoard } from '#shared/boards/parse-board.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';

/**
 * Parses the JSON text of a board.
 * @throws boardTextInvalid, boardInvalid with the path of the wrong part
 */
export function parseBoardOrFail(text: string): Board {
  const parsed = parseBoard(text);
  if ('board' in parsed) return parsed.board;
  const { place, reason } = parsed.problem;
  const problem = markAsTerm(`boardProblem.${reason}`);
  throw place === ''
    ? makeError('boardTextInvalid', { problem })
    : makeError('boardInvalid', { place, problem });
}
