import { useMemo, type CSSProperties } from 'react';
import type { LoadedBoard } from '#shared/boards/board.ts';
import { widgets } from '../../widgets/index.ts';
import { BoardView } from '../board-view.tsx';
import { useBoxSize } from '../drawing/use-box-size.ts';
import { arrangeForDesk } from './arrange-for-desk.ts';
import './desk.css';

/** The width below which the tiles stand one below the other, in CSS pixels. */
const MIN_GRID_WIDTH_PX = 720;

/**
 * Shows a board as a part of a page, in the colours and the text size of the page. Unlike a wall, the board is not
 * scaled to fit. Its height grows with its rows, so that the page scrolls.
 */
export function DeskBoard({ board }: { board: LoadedBoard }) {
  const [boxRef, size] = useBoxSize();
  const isNarrow = size !== null && size.width < MIN_GRID_WIDTH_PX;
  const shownBoard = useMemo(() => arrangeForDesk(board, isNarrow), [board, isNarrow]);
  const style: CSSProperties & Record<'--rows', number> = { '--rows': shownBoard.stage.rows };
  return (
    <div className="desk-board desk-surface stage-text" style={style} ref={boxRef}>
      {size && <BoardView board={shownBoard} widgets={widgets} />}
    </div>
  );
}
