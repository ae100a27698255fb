import type { Board, BoardTile } from './board.ts';

/** The position and the size of a tile, in cells. */
type TilePlacement = Pick<BoardTile, 'x' | 'y' | 'w' | 'h'>;

/** A value that differs between two versions; undefined where it is absent. */
export interface ValueChange {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A difference between two versions of a board. `type` is the type of the widget of the tile. */
export type BoardDifference =
  | { readonly kind: 'tileAdded' | 'tileRemoved'; readonly type: string; readonly at: TilePlacement }
  | {
      readonly kind: 'tileMoved' | 'tileResized';
      readonly type: string;
      readonly before: TilePlacement;
      readonly after: TilePlacement;
    }
  | { readonly kind: 'tileSettings'; readonly type: string; readonly changes: readonly ValueChange[] }
  | { readonly kind: 'boardSettings'; readonly changes: readonly ValueChange[] };

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const getPlacement = ({ x, y, w, h }: BoardTile): TilePlacement => ({ x, y, w, h });

function compareValues(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ValueChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** Removes the first matching tile from a list, and returns it. */
function takeTile(tiles: BoardTile[], matches: (tile: BoardTile) => boolean): BoardTile | null {
  const index = tiles.findIndex(matches);
  return index < 0 ? null : tiles.splice(index, 1)[0]!;
}

/**
 * Pairs the tiles of two versions. Tiles have no ids, so a tile is paired with the most similar tile of the same
 * widget: first an equal tile, then one in the same place, then one with the same settings, then any.
 */
function pairTiles(before: readonly BoardTile[], after: readonly BoardTile[]) {
  const pairs: [BoardTile, BoardTile][] = [];
  let removed = [...before];
  const added = [...after];
  const similarities: readonly ((oldTile: BoardTile, newTile: BoardTile) => boolean)[] = [
    isSame,
    (oldTile, newTile) => isSame(getPlacement(oldTile), getPlacement(newTile)),
    (oldTile, newTile) => isSame(oldTile.settings, newTile.settings),
    () => true,
  ];
  for (const isSimilar of similarities)
    removed = removed.filter((oldTile) => {
      const newTile = takeTile(
        added,
        (candidate) => candidate.type === oldTile.type && isSimilar(oldTile, candidate),
      );
      if (newTile) pairs.push([oldTile, newTile]);
      return !newTile;
    });
  return { pairs, removed, added };
}

function compareTiles(before: BoardTile, after: BoardTile): BoardDifference[] {
  const { type } = after;
  const differences: BoardDifference[] = [];
  const placements = { before: getPlacement(before), after: getPlacement(after) };
  if (before.x !== after.x || before.y !== after.y)
    differences.push({ kind: 'tileMoved', type, ...placements });
  if (before.w !== after.w || before.h !== after.h)
    differences.push({ kind: 'tileResized', type, ...placements });
  const changes = compareValues(before.settings, after.settings);
  if (changes.length > 0 || before.version !== after.version)
    differences.push({ kind: 'tileSettings', type, changes });
  return differences;
}

/** Lists the differences between two versions of a board. The sequence of the tiles does not matter. */
export function compareBoards(before: Board, after: Board): BoardDifference[] {
  const { pairs, removed, added } = pairTiles(before.tiles, after.tiles);
  const changes = compareValues(
    { ...before.stage, ...before.theme, ...before.variables },
    { ...after.stage, ...after.theme, ...after.variables },
  );
  return [
    ...(changes.length > 0 ? [{ kind: 'boardSettings', changes } as const] : []),
    ...removed.map((tile) => ({ kind: 'tileRemoved', type: tile.type, at: getPlacement(tile) }) as const),
    ...added.map((tile) => ({ kind: 'tileAdded', type: tile.type, at: getPlacement(tile) }) as const),
    ...pairs.flatMap(([oldTile, newTile]) => compareTiles(oldTile, newTile)),
  ];
}
