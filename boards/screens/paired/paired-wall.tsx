import { useVisitor } from '#client/kit/wire/session.ts';
import { PairingPage } from './pairing-page.tsx';
import { WallPictures } from './wall-pictures.tsx';
import '../../kit/board-view.css';
import '../../kit/wall/wall.css';

/**
 * The page of a browser on a wall. It shows a pairing code until somebody pairs it, and then the boards of its screen. It
 * never shows a log-in page.
 */
export function PairedWall() {
  const { session } = useVisitor();
  return session?.user.kind === 'screen' ? <WallPictures /> : <PairingPage />;
}
