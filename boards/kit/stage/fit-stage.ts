import type { BoardStage } from '#shared/boards/board.ts';

export interface StageFit {
  /** The size of the drawing area in logical pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Whether the tiles are stacked, because the screen is in portrait format and the board in landscape format. */
  readonly isStacked: boolean;
}

/**
 * Fits a stage to a screen. The stage gets wider or taller until it fills the screen, so that a screen with 21:9 or
 * 16:10 has no black bars. A landscape board on a portrait screen first exchanges its width and height. A portrait
 * board on a landscape screen keeps its proportions.
 */
export function fitStage(screen: { width: number; height: number }, stage: BoardStage): StageFit {
  const isScreenPortrait = screen.height > screen.width;
  const isStagePortrait = stage.height > stage.width;
  const isStacked = isScreenPortrait && !isStagePortrait;
  const width = isStacked ? stage.height : stage.width;
  const height = isStacked ? stage.width : stage.height;
  const scale = Math.max(0.01, Math.min(screen.width / width, screen.height / height));
  if (isStagePortrait && !isScreenPortrait) return { width, height, scale, isStacked };
  return {
    width: Math.round(screen.width / scale),
    height: Math.round(screen.height / scale),
    scale,
    isStacked,
  };
}
