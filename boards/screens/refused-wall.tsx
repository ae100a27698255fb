import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import '../kit/board-view.css';
import '../kit/wall/wall.css';

/** Tells why the server does not show the board, and leads to the page to which the user can leave. */
export function RefusedWall({ error, exitPath }: { error: Error; exitPath: string }) {
  const t = useT();
  return (
    <main className="wall">
      <div className="board-missing">
        <TileMessage isProblem>{error.message}</TileMessage>
        <Link className="wall-control" to={exitPath}>
          {t('leaveWall')}
        </Link>
      </div>
    </main>
  );
}
