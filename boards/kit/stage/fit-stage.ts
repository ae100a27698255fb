import type { BoardStage } from '../board.ts';

/** The size and scale of a stage on a screen. */
export interface StageFit {
  /** The size of the drawing area in logical pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The screen is in portrait and the board in landscape: the tiles are stacked. */
  readonly stacked: boolean;
}

/**
 * Fits a stage to a screen. If both have the same orientation, the stage fills the screen: its longer side
 * gains logical pixels, so that the text size stays and 21:9 or 16:10 leave no black bars. A portrait board
 * on a landscape screen stays whole.
 */
export function fitStage(screen: { width: number; height: number }, stage: BoardStage): StageFit {
  const screenStands = screen.height > screen.width;
  const stageStands = stage.height > stage.width;
  const stacked = screenStands && !stageStands;
  const width = stacked ? stage.height : stage.width;
  const height = stacked ? stage.width : stage.height;
  const scale = Math.max(0.01, Math.min(screen.width / width, screen.height / height));
  if (stageStands && !screenStands) return { width, height, scale, stacked };
  return {
    width: Math.round(screen.width / scale),
    height: Math.round(screen.height / scale),
    scale,
    stacked,
  };
}
