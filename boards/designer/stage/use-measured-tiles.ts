import { useEffect, useState, type RefObject } from 'react';
import { hasPaleText } from './contrast.ts';

/** How often the tiles are measured. Their content changes with the data. */
const MEASURE_INTERVAL_MS = 750;
/** A difference that comes from rounding, in CSS pixels. */
const ROUNDING_PX = 2;

const overflowsWidth = (element: Element): boolean => element.scrollWidth > element.clientWidth + ROUNDING_PX;
const overflowsHeight = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + ROUNDING_PX;

/** Whether the title of a tile is cut off, or its content has no room. */
function hasCutContent(cell: Element): boolean {
  const title = cell.querySelector('.tile-title');
  const body = cell.querySelector('.tile-body');
  return (
    (title !== null && overflowsWidth(title)) ||
    (body !== null && (overflowsWidth(body) || overflowsHeight(body)))
  );
}

/** Finds the tiles whose cell has a property. @param hasProperty tests the cell */
const findTileIds = (root: Element, hasProperty: (cell: Element) => boolean): number[] =>
  [...root.querySelectorAll('.design-cell')]
    .filter(hasProperty)
    .map((cell) => Number(cell.querySelector<HTMLElement>('[data-tile]')?.dataset['tile']));

const hasPaleTile = (cell: Element): boolean => {
  const tile = cell.querySelector('.live-tile');
  return tile !== null && hasPaleText(tile);
};

/**
 * Measures the tiles again and again, and returns the ids of the tiles whose cell has a property. A cell must have the
 * property in two successive measurements, because new data may arrive or figures may fade in during one of them.
 * @param hasProperty tests a cell; it must stay the same function
 */
function useMeasuredTiles(
  root: RefObject<Element | null>,
  hasProperty: (cell: Element) => boolean,
): ReadonlySet<number> {
  const [tileIds, setTileIds] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    let previousIds: readonly number[] = [];
    const timer = setInterval(() => {
      if (!root.current || document.hidden) return;
      const measuredIds = findTileIds(root.current, hasProperty);
      const ids = measuredIds.filter((id) => previousIds.includes(id));
      previousIds = measuredIds;
      setTileIds((before) =>
        ids.length === before.size && ids.every((id) => before.has(id)) ? before : new Set(ids),
      );
    }, MEASURE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [root, hasProperty]);
  return tileIds;
}

/** Returns the ids of the tiles whose title or content does not fit. */
export const useCutTiles = (root: RefObject<Element | null>): ReadonlySet<number> =>
  useMeasuredTiles(root, hasCutContent);

/** Returns the ids of the tiles with a text that is too pale. */
export const usePaleTiles = (root: RefObject<Element | null>): ReadonlySet<number> =>
  useMeasuredTiles(root, hasPaleTile);
