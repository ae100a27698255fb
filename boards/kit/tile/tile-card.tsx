import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { WallMark } from '../drawing/wall-mark.tsx';

const FAILED: StateStyle = { shape: '■', tone: 'stop' };
const QUIET: StateStyle = { shape: '○', tone: 'idle' };

interface Props {
  /** Something is wrong here, rather than there being nothing to show. */
  isProblem?: boolean;
  children: string;
}

/** What a tile says in words instead of its picture. */
export function TileCard({ isProblem = false, children }: Props) {
  return (
    <div className="tile-card" role={isProblem ? 'alert' : 'status'}>
      <WallMark look={isProblem ? FAILED : QUIET}>{children}</WallMark>
    </div>
  );
}
