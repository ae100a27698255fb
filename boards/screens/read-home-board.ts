import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { readBoard, type LoadedBoard } from '#shared/boards/board.ts';
import { chooseHomePreset } from '#shared/boards/home-presets.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { buildHomeBoard } from '../presets/home/home-preset.ts';
import { homeLayouts } from '../presets/home/index.ts';
import { parseContent } from './parse-content.ts';

/** Returns the board of a home page: the user's own board, otherwise the board for the user's roles. */
export function readHomeBoard(
  { content, rolePreset }: Pick<HomeBoardAnswer, 'content' | 'rolePreset'>,
  user: CurrentUser,
): LoadedBoard {
  if (content !== null) return readBoard(parseContent(content));
  return buildHomeBoard(homeLayouts[chooseHomePreset(user, rolePreset)], user);
}
