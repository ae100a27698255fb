import { Link } from 'react-router-dom';
import { DEFAULT_TEXT_SIZE_PX } from '#shared/boards/board.ts';
import { useReloadForNewBuild } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';
import { WallCard } from './paired/wall-card.tsx';
import '../kit/board-view.css';
import '../kit/wall/wall.css';
import './waiting-wall.css';

/**
 * Tells that the wall waits for the answer of the server. Reloads the page for a new build, because the old
 * build may be unable to read the answer.
 * @param exitPath the path of the page to which the user can leave; none on a paired screen
 */
export function WaitingWall({ exitPath }: { exitPath?: string }) {
  const t = useT();
  useReloadForNewBuild();
  return (
    <main className="wall" aria-busy="true">
      <WallCard textSizePx={DEFAULT_TEXT_SIZE_PX} className="wall-waiting">
        <p role="status">{t('wallWaits')}</p>
      </WallCard>
      {exitPath !== undefined && (
        <Link className="wall-control wall-waiting-exit" to={exitPath}>
          {t('leaveWall')}
        </Link>
      )}
    </main>
  );
}
