import type { CSSProperties, ReactNode } from 'react';
import type { StageFit } from './fit-stage.ts';
import { StageScaleContext } from './stage-scale.ts';
import { useBurnInOffset } from './use-burn-in-shift.ts';
import { useWindowSize } from './use-screen-size.ts';

interface Props {
  fit: StageFit;
  /** The part of the window that the stage fills, from the top; by default the whole window. */
  area?: { width: number; height: number };
  /** The text size of the board in logical pixels. */
  textSizePx: number;
  children: ReactNode;
}

/** Draws the content of a wall in logical pixels, scaled to the screen and centred. */
export function Stage({ fit, area, textSizePx, children }: Props) {
  const windowSize = useWindowSize();
  const screen = area ?? windowSize;
  const offset = useBurnInOffset();
  const x = (screen.width - fit.width * fit.scale) / 2 + offset.x;
  const y = (screen.height - fit.height * fit.scale) / 2 + offset.y;
  const style: CSSProperties & Record<'--text', string> = {
    inlineSize: fit.width,
    blockSize: fit.height,
    transform: `translate(${x}px, ${y}px) scale(${fit.scale})`,
    '--text': `${textSizePx}px`,
  };
  return (
    <StageScaleContext value={fit.scale}>
      <div className="stage" style={style}>
        {children}
      </div>
    </StageScaleContext>
  );
}
