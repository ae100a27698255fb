import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { WallMark } from '../drawing/wall-mark.tsx';

const FAILED: StateStyle = { shape: '■', tone: 'stop' };
const QUIET: StateStyle = { shape: '○', tone: 'idle' };

interface Props {
  /** Distinguishes an error from an empty tile. */
  isProblem?: boolean;
  children: string;
}

/** A message that replaces the content of a tile. */
export function TileCard({ isProblem = false, children }: Props) {
  return (
    <div className="tile-card" role={isProblem ? 'alert' : 'status'}>
      <WallMark look={isProblem ? FAILED : QUIET}>{children}</WallMark>
    </div>
  );
}
