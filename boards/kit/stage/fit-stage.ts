import type { BoardStage } from '../board.ts';

/** How a stage lies on a screen. */
export interface StageFit {
  /** The picture in logical pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The screen stands upright and the board lies: its tiles are stacked. */
  readonly stacked: boolean;
}

/**
 * Fits a stage to a screen. Where both lie or both stand it fills the screen: the longer side grows in logical pixels,
 * so that type keeps its size and 21:9 or 16:10 leave no black bars. An upright board on a lying screen stays whole.
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
