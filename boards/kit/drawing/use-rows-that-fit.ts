import { useLayoutEffect, useState, type RefObject } from 'react';

/** How many rows a box holds, how many side by side, and how high each is so that they fill it: logical pixels. */
interface RowFit {
  readonly rows: number;
  readonly across: number;
  readonly height: number;
}

/**
 * Measures how many rows fit into a box.
 * @param probe an unseen row, as high as a row must at least be, and as wide where several stand side by side
 */
export function useRowsThatFit(
  box: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): RowFit | null {
  const [fit, setFit] = useState<RowFit | null>(null);
  useLayoutEffect(() => {
    const outer = box.current;
    const row = probe.current;
    if (!outer || !row) return;
    const measure = () => {
      // Half a row is worse than none.
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
