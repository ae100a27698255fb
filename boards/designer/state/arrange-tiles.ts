import { clamp, findBounds, type Design, type DesignTile, type MinSizeOf, type Place } from './design.ts';

export const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export const DISTRIBUTIONS = ['across', 'down'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];
/** The smallest number of tiles that can be distributed. */
export const MIN_DISTRIBUTED_TILES = 3;

type TileIds = ReadonlySet<number>;

const changeTiles = (design: Design, ids: TileIds, change: (tile: DesignTile) => Partial<Place>): Design => ({
  ...design,
  tiles: design.tiles.map((tile) => (ids.has(tile.id) ? { ...tile, ...change(tile) } : tile)),
});

const listTiles = (design: Design, ids: TileIds): DesignTile[] =>
  design.tiles.filter(({ id }) => ids.has(id));

/** Limits a move so that none of the tiles leaves the stage. */
export function limitMove(design: Design, ids: TileIds, dx: number, dy: number): { dx: number; dy: number } {
  const tiles = listTiles(design, ids);
  if (tiles.length === 0) return { dx: 0, dy: 0 };
  const { x, y, w, h } = findBounds(tiles);
  return {
    dx: clamp(dx, -x, design.stage.columns - w - x),
    dy: clamp(dy, -y, design.stage.rows - h - y),
  };
}

/** Moves tiles by cells. They keep their places in relation to each other. */
export function moveTiles(design: Design, ids: TileIds, dx: number, dy: number): Design {
  const offset = limitMove(design, ids, dx, dy);
  if (offset.dx === 0 && offset.dy === 0) return design;
  return changeTiles(design, ids, ({ x, y }) => ({ x: x + offset.dx, y: y + offset.dy }));
}

/** Limits the size of a tile to the stage and to the minimum size of its widget. */
export function limitSize(
  { stage }: Design,
  tile: DesignTile,
  size: { w: number; h: number },
  minSizeOf: MinSizeOf,
): { w: number; h: number } {
  const { minW, minH } = minSizeOf(tile.type);
  // A tile that is already too small may keep its size.
  return {
    w: clamp(size.w, Math.min(minW, tile.w), stage.columns - tile.x),
    h: clamp(size.h, Math.min(minH, tile.h), stage.rows - tile.y),
  };
}

/** Changes the width and the height of tiles by numbers of cells. */
export function resizeTiles(
  design: Design,
  ids: TileIds,
  dw: number,
  dh: number,
  minSizeOf: MinSizeOf,
): Design {
  const changedDesign = changeTiles(design, ids, (tile) =>
    limitSize(design, tile, { w: tile.w + dw, h: tile.h + dh }, minSizeOf),
  );
  const isSame = changedDesign.tiles.every(
    ({ w, h }, index) => w === design.tiles[index]!.w && h === design.tiles[index]!.h,
  );
  return isSame ? design : changedDesign;
}

/** Gives a tile a place. A place that is not on the stage, or is too small, is corrected. */
export function placeTile(design: Design, id: number, place: Place, minSizeOf: MinSizeOf): Design {
  const { columns, rows } = design.stage;
  return changeTiles(design, new Set([id]), (tile) => {
    const { minW, minH } = minSizeOf(tile.type);
    const w = clamp(place.w, Math.min(minW, tile.w, columns), columns);
    const h = clamp(place.h, Math.min(minH, tile.h, rows), rows);
    return { x: clamp(place.x, 0, columns - w), y: clamp(place.y, 0, rows - h), w, h };
  });
}

/** Aligns several tiles within the area that they cover, and a single tile within the stage. */
export function alignTiles(design: Design, ids: TileIds, alignment: Alignment): Design {
  const tiles = listTiles(design, ids);
  if (tiles.length === 0) return design;
  const { columns, rows } = design.stage;
  const bounds = tiles.length === 1 ? { x: 0, y: 0, w: columns, h: rows } : findBounds(tiles);
  return changeTiles(design, ids, ({ w, h }) => {
    switch (alignment) {
      case 'left':
        return { x: bounds.x };
      case 'centre':
        return { x: bounds.x + Math.round((bounds.w - w) / 2) };
      case 'right':
        return { x: bounds.x + bounds.w - w };
      case 'top':
        return { y: bounds.y };
      case 'middle':
        return { y: bounds.y + Math.round((bounds.h - h) / 2) };
      case 'bottom':
        return { y: bounds.y + bounds.h - h };
    }
  });
}

/** Computes the starts of spans with equal gaps. The first and the last span keep their places. */
function computeEvenStarts(spans: readonly { start: number; size: number }[]): number[] {
  const first = spans[0]!;
  const last = spans.at(-1)!;
  const totalSize = spans.reduce((sum, { size }) => sum + size, 0);
  const gap = (last.start + last.size - first.start - totalSize) / (spans.length - 1);
  let start = first.start;
  return spans.map(({ size }) => {
    const roundedStart = Math.round(start);
    start += size + gap;
    return roundedStart;
  });
}

/** Distributes at least three tiles with equal gaps, across or down. */
export function distributeTiles(design: Design, ids: TileIds, distribution: Distribution): Design {
  const isHorizontal = distribution === 'across';
  const [positionKey, sizeKey, stageSize] = isHorizontal
    ? (['x', 'w', design.stage.columns] as const)
    : (['y', 'h', design.stage.rows] as const);
  const tiles = listTiles(design, ids).sort((one, other) => one[positionKey] - other[positionKey]);
  if (tiles.length < MIN_DISTRIBUTED_TILES) return design;
  const starts = computeEvenStarts(tiles.map((tile) => ({ start: tile[positionKey], size: tile[sizeKey] })));
  const startById = new Map(tiles.map(({ id }, index) => [id, starts[index]!]));
  return changeTiles(design, ids, (tile) => ({
    [positionKey]: clamp(startById.get(tile.id)!, 0, stageSize - tile[sizeKey]),
  }));
}
