import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * How many rows fit into a box: `rows` below each other and `across` side by side. With `height`, in logical pixels,
 * the rows fill the height of the box.
 */
interface RowFit {
  readonly rows: number;
  readonly across: number;
  readonly height: number;
}

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
    const outer = box.current;
    const row = probe.current;
    if (!outer || !row) return;
    const measure = () => {
      // Rounded down, because a row that is cut off must not be shown.
      const rows = Math.floor(outer.clientHeight / Math.max(1, row.offsetHeight));
      const height = rows > 0 ? Math.floor(outer.clientHeight / rows) : 0;
      const across = row.offsetWidth > 0 ? Math.max(1, Math.floor(outer.clientWidth / row.offsetWidth)) : 1;
      setFit((known) =>
        known?.rows === rows && known.height === height && known.across === across
          ? known
          : { rows, across, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(row);
    return () => observer.disconnect();
  }, [box, probe]);
  return fit;
}
