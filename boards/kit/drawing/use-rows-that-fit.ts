import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * How many rows fit into a box: `rowCount` below each other and `columnCount` side by side. With
 * `rowHeight`, in logical pixels, the rows fill the height of the box.
 */
interface RowFit {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rowHeight: number;
}

/** Reads the exact height of an element in logical pixels, because `offsetHeight` is rounded. */
const readHeight = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).height) || element.offsetHeight;

/**
 * Measures how many rows fit into a box. Returns null before the first measurement.
 * @param probe a hidden row that has the minimum height of a row, and its minimum width if rows may stand side by
 * side
 */
export function useRowFit(
  box: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): RowFit | null {
  const [fit, setFit] = useState<RowFit | null>(null);
  useLayoutEffect(() => {
    const boxElement = box.current;
    const row = probe.current;
    if (!boxElement || !row) return;
    const measureFit = () => {
      // Rounded down, because a row that is cut off must not be shown.
      const rowCount = Math.floor(boxElement.clientHeight / Math.max(1, readHeight(row)));
      const rowHeight = rowCount > 0 ? Math.floor(boxElement.clientHeight / rowCount) : 0;
      const columnCount =
        row.offsetWidth > 0 ? Math.max(1, Math.floor(boxElement.clientWidth / row.offsetWidth)) : 1;
      setFit((previous) =>
        previous?.rowCount === rowCount &&
        previous.rowHeight === rowHeight &&
        previous.columnCount === columnCount
          ? previous
          : { rowCount, columnCount, rowHeight },
      );
    };
    measureFit();
    const observer = new ResizeObserver(measureFit);
    observer.observe(boxElement);
    observer.observe(row);
    return () => observer.disconnect();
  }, [box, probe]);
  return fit;
}
