import type { ReactNode } from 'react';
import { DEFAULT_STAGE } from '#shared/boards/board.ts';
import { fitStage } from '../../kit/stage/fit-stage.ts';
import { Stage } from '../../kit/stage/stage.tsx';
import { useWindowSize } from '../../kit/stage/use-screen-size.ts';

/** Shows something other than a board on a whole wall, at the size of the screen. */
export function WallCard({
  textSizePx,
  className,
  children,
}: {
  /** The text size in logical pixels. */
  textSizePx: number;
  className: string;
  children: ReactNode;
}) {
  const screen = useWindowSize();
  return (
    <Stage fit={fitStage(screen, DEFAULT_STAGE)} textSizePx={textSizePx}>
      <div className={className}>{children}</div>
    </Stage>
  );
}
