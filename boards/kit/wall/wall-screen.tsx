import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useReloadForNewBuild } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';
import { widgets } from '../../widgets/index.ts';
import { readBoard } from '#shared/boards/board.ts';
import { BoardView } from '../board-view.tsx';
import { fitStage } from '../stage/fit-stage.ts';
import { stackTiles } from '../stage/stack-tiles.ts';
import { Stage } from '../stage/stage.tsx';
import { useIdle } from './use-idle.ts';
import { useWindowSize } from '../stage/use-screen-size.ts';
import { WallAlarms } from './wall-alarms.tsx';
import { WallHead } from './wall-head.tsx';
import './wall.css';

const toggleFullScreen = () => {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  change.catch((error: unknown) => console.warn('The browser does not allow full screen', error));
};

interface Props {
  title: string;
  /** The board as parsed JSON. */
  board: unknown;
  /** The board for a portrait screen, if there is one; otherwise the tiles of `board` are stacked there. */
  portraitBoard?: unknown;
  /** The address of the page to which the user can leave; null on a paired screen, which has no other page. */
  exitPath?: string | null;
  /** The address where the user may play back the recording of the board. */
  playbackPath?: string | undefined;
  /** The address where the user may edit the board. */
  editPath?: string | undefined;
}

/**
 * Shows a board in the whole window. It reloads the page for a new build, and hides its controls while nobody uses the
 * screen.
 */
export function WallScreen({
  title,
  board: landscapeBoard,
  portraitBoard,
  exitPath = '/',
  playbackPath,
  editPath,
}: Props) {
  const t = useT();
  const screen = useWindowSize();
  const isIdle = useIdle();
  useReloadForNewBuild();
  const isPortrait = screen.height > screen.width;
  const raw = isPortrait ? (portraitBoard ?? landscapeBoard) : landscapeBoard;
  const board = useMemo(() => readBoard(raw), [raw]);
  const fit = fitStage(screen, board.stage);
  const shownBoard = useMemo(() => (fit.isStacked ? stackTiles(board) : board), [board, fit.isStacked]);
  return (
    <main className="wall" data-idle={isIdle}>
      <Stage fit={fit} textSizePx={board.theme.text}>
        <WallHead title={title}>
          <WallAlarms />
        </WallHead>
        <div className="wall-stage-fill">
          <BoardView board={shownBoard} widgets={widgets} />
        </div>
      </Stage>
      <nav className="wall-controls">
        <button type="button" className="wall-control" onClick={toggleFullScreen}>
          {t('fullScreen')}
        </button>
        {playbackPath && (
          <Link className="wall-control" to={playbackPath}>
            {t('playBack')}
          </Link>
        )}
        {editPath && (
          <Link className="wall-control" to={editPath}>
            {t('edit')}
          </Link>
        )}
        {exitPath !== null && (
          <Link className="wall-control" to={exitPath}>
            {t('leaveWall')}
          </Link>
        )}
      </nav>
    </main>
  );
}
