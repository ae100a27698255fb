import { useMemo } from 'react';
import type { HomeBoardAnswer } from '#shared/answers/boards/home-board.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { ActingTiles } from '../kit/acting/acting-tiles.tsx';
import { DeskBoard } from '../kit/desk/desk-board.tsx';
import { readHomeBoard } from './read-home-board.ts';

/** Shows the board of the home page. Employees can act on its rows. */
export function HomeBoard({ answer: { content, rolePreset } }: { answer: HomeBoardAnswer }) {
  const user = useUser();
  const board = useMemo(() => readHomeBoard({ content, rolePreset }, user), [content, rolePreset, user]);
  return (
    <ActingTiles>
      <DeskBoard board={board} />
    </ActingTiles>
  );
}
