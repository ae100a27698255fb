import { useBoxSize } from './use-box-size.ts';

export interface GridFit {
  readonly columns: number;
  readonly rows: number;
  /** The factor by which the text size of the board is multiplied. */
  readonly scale: number;
}

/**
 * The text scales that a grid tries, from the largest to the smallest. The smallest is the scale of `--text-s`: a
 * smaller text would be unreadable from the viewing distance.
 */
const TEXT_SCALES = [1, 0.93, 0.86] as const;
/** The height of a row as a multiple of its text size. */
const ROW_HEIGHT_EM = 1.4;

/**
 * Finds the largest text scale with which all cells fit into a box. If even the smallest scale is too large, the
 * result has the smallest scale, and the grid needs pages.
 * @param textSize the text size of the board, in the same unit as the box
 * @param cellCount the number of cells
 * @param cellWidthEm the width of the widest cell, in em
 */
export function computeGridFit(
  box: { readonly width: number; readonly height: number },
  textSize: number,
  cellCount: number,
  cellWidthEm: number,
): GridFit {
  const gridFits = TEXT_SCALES.map((scale): GridFit => {
    const scaledTextSize = Math.max(1, textSize * scale);
    return {
      columns: Math.max(1, Math.floor(box.width / (cellWidthEm * scaledTextSize))),
      rows: Math.max(1, Math.floor(box.height / (ROW_HEIGHT_EM * scaledTextSize))),
      scale,
    };
  });
  return gridFits.find(({ columns, rows }) => columns * rows >= cellCount) ?? gridFits.at(-1)!;
}

/**
 * Returns a function for the `ref` of a box, and how a grid of cells fits into the box. The fit is null until the box
 * is measured.
 */
export function useGridFit(
  cellCount: number,
  cellWidthEm: number,
): [(element: HTMLElement | null) => void, GridFit | null] {
  const [boxRef, size] = useBoxSize();
  return [boxRef, size && computeGridFit(size, size.fontSizePx, cellCount, cellWidthEm)];
}
