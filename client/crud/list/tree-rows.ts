import { groupBy } from '#shared/planning/group-by.ts';
import type { AnyRow } from '../row.ts';

/** A row of a tree, with its depth from 0 and the number of its direct children. */
export interface TreeRow {
  readonly row: AnyRow;
  readonly depth: number;
  readonly childCount: number;
}

/**
 * Orders the rows of a tree. Each row comes below its parent, and siblings keep their order. A row
 * whose parent is not in `rows` is a root. The result omits the rows below a collapsed row.
 */
export function listVisibleTreeRows(
  rows: readonly AnyRow[],
  parentField: string,
  collapsedIds: ReadonlySet<number>,
): TreeRow[] {
  const knownIds = new Set(rows.map((row) => row.id));
  const rowsByParent = groupBy(rows, (row) => {
    const parent = row[parentField];
    return typeof parent === 'number' && parent !== row.id && knownIds.has(parent) ? parent : null;
  });
  const treeRows: TreeRow[] = [];
  const addRowsBelow = (parentId: number | null, depth: number) => {
    for (const row of rowsByParent.get(parentId) ?? []) {
      const childCount = rowsByParent.get(row.id)?.length ?? 0;
      treeRows.push({ row, depth, childCount });
      if (childCount > 0 && !collapsedIds.has(row.id)) addRowsBelow(row.id, depth + 1);
    }
  };
  addRowsBelow(null, 0);
  return treeRows;
}
