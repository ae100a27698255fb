import type { CSSProperties } from 'react';
import type { Board } from '#shared/boards/board.ts';
import './board-sketch.css';

/** Shows the places of the tiles of a board as a small sketch. */
export function BoardSketch({ board: { stage, tiles } }: { board: Board }) {
  const style: CSSProperties = {
    aspectRatio: `${stage.width} / ${stage.height}`,
    gridTemplateColumns: `repeat(${stage.columns}, 1fr)`,
    gridTemplateRows: `repeat(${stage.rows}, 1fr)`,
  };
  return (
    <div className="board-sketch" style={style} aria-hidden="true">
      {tiles.map(({ x, y, w, h }) => (
        <span
          key={`${x} ${y}`}
          style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
        />
      ))}
    </div>
  );
}
