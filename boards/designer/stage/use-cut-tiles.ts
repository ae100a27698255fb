import { useEffect, useState, type RefObject } from 'react';

/** How often the tiles are measured. Their content changes with the data. */
const MEASURE_INTERVAL_MS = 1500;
/** A difference that comes from rounding, in CSS pixels. */
const ROUNDING_PX = 2;

const overflowsWidth = (element: Element): boolean => element.scrollWidth > element.clientWidth + ROUNDING_PX;
const overflowsHeight = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + ROUNDING_PX;

/** Whether the title of a tile is cut off, or its content has no room. */
function isCut(cell: Element): boolean {
  const title = cell.querySelector('.tile-title');
  const body = cell.querySelector('.tile-body');
  return (
    (title !== null && overflowsWidth(title)) ||
    (body !== null && (overflowsWidth(body) || overflowsHeight(body)))
  );
}

const findCutTileIds = (root: Element): number[] =>
  [...root.querySelectorAll('.design-cell')]
    .filter(isCut)
    .map((cell) => Number(cell.querySelector<HTMLElement>('[data-tile]')?.dataset['tile']));

/** Returns the ids of the tiles whose title or content does not fit. */
export function useCutTiles(root: RefObject<Element | null>): ReadonlySet<number> {
  const [cutTileIds, setCutTileIds] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!root.current || document.hidden) return;
      const ids = findCutTileIds(root.current);
      setCutTileIds((before) =>
        ids.length === before.size && ids.every((id) => before.has(id)) ? before : new Set(ids),
      );
    }, MEASURE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [root]);
  return cutTileIds;
}
