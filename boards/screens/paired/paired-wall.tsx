import { useVisitor } from '#client/kit/wire/session.ts';
import { PairingPage } from './pairing-page.tsx';
import { WallPictures } from './wall-pictures.tsx';
import '../../kit/board-view.css';
import '../../kit/wall/wall.css';

/**
 * The page of the browser of a wall screen. It shows a pairing code until somebody pairs the screen,
 * and then the boards of the screen. It never shows a log-in page.
 */
export function PairedWall() {
  const { session } = useVisitor();
  return session?.user.kind === 'screen' ? <WallPictures /> : <PairingPage />;
}
