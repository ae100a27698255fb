import { useLayoutEffect, useState, type RefObject } from 'react';

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
 * @param text the text size of the board, in the same unit as the box
 * @param count the number of cells
 * @param cellEm the width of the widest cell, in em
 */
export function computeGridFit(
  box: { readonly width: number; readonly height: number },
  text: number,
  count: number,
  cellEm: number,
): GridFit {
  const fits = TEXT_SCALES.map((scale): GridFit => {
    const size = Math.max(1, text * scale);
    return {
      columns: Math.max(1, Math.floor(box.width / (cellEm * size))),
      rows: Math.max(1, Math.floor(box.height / (ROW_HEIGHT_EM * size))),
      scale,
    };
  });
  return fits.find(({ columns, rows }) => columns * rows >= count) ?? fits.at(-1)!;
}

/**
 * Measures a box and its text size, and returns how a grid of cells fits into the box; null until the box is
 * measured.
 */
export function useGridFit(
  box: RefObject<HTMLElement | null>,
  count: number,
  cellEm: number,
): GridFit | null {
  const [size, setSize] = useState<{ width: number; height: number; text: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const text = Number.parseFloat(getComputedStyle(element).fontSize) || 1;
      setSize((known) =>
        known?.width === width && known.height === height && known.text === text
          ? known
          : { width, height, text },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size && computeGridFit(size, size.text, count, cellEm);
}
