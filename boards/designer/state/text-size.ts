import type { BoardStage } from '#shared/boards/board.ts';

const MM_PER_INCH = 25.4;
const MM_PER_METRE = 1000;
/** The height of the smallest readable text, as a share of the viewing distance. */
const MIN_TEXT_ANGLE = 0.006_64;
/** The height of comfortable text, as a share of the viewing distance. */
const PREFERRED_TEXT_ANGLE = 0.009_14;

/** The screen for which a board is made, and the distance of its readers. */
export interface Viewing {
  /** The diagonal of the screen. */
  readonly inches: number;
  readonly metres: number;
}

/** The screen and the distance that apply if a board names none. The default text size suits them. */
export const DEFAULT_VIEWING: Viewing = { inches: 55, metres: 4 };

/** Returns the screen and the distance that are chosen for a board. */
export const getViewing = (theme: { screenInches?: number; distanceMetres?: number }): Viewing => ({
  inches: theme.screenInches ?? DEFAULT_VIEWING.inches,
  metres: theme.distanceMetres ?? DEFAULT_VIEWING.metres,
});

/** Computes the smallest and the preferred text size of a board, in logical pixels of its stage. */
export function computeTextSizes(
  { width, height }: Pick<BoardStage, 'width' | 'height'>,
  { inches, metres }: Viewing,
): { min: number; preferred: number } {
  const pixelMm = (inches * MM_PER_INCH) / Math.hypot(width, height);
  const toPixels = (angle: number) => Math.round((metres * MM_PER_METRE * angle) / pixelMm);
  return { min: toPixels(MIN_TEXT_ANGLE), preferred: toPixels(PREFERRED_TEXT_ANGLE) };
}
