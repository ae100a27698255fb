import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { WallStateMark } from '../drawing/wall-mark.tsx';

const PROBLEM_STYLE: StateStyle = { shape: '■', tone: 'stop' };
const EMPTY_STYLE: StateStyle = { shape: '○', tone: 'idle' };

interface Props {
  /** Whether the message reports an error; otherwise the tile has no data. */
  isProblem?: boolean;
  children: string;
}

/** Shows a message in place of the content of a tile. */
export function TileMessage({ isProblem = false, children }: Props) {
  return (
    <div className="tile-card" role={isProblem ? 'alert' : 'status'}>
      <WallStateMark stateStyle={isProblem ? PROBLEM_STYLE : EMPTY_STYLE}>{children}</WallStateMark>
    </div>
  );
}
