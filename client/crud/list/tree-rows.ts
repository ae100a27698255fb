import type { AnyRow } from '../row.ts';

/** A row of a tree, with its depth from 0 and the number of its direct children. */
export interface TreeRow {
  readonly row: AnyRow;
  readonly depth: number;
  readonly children: number;
}

/**
 * Orders the rows of a tree. Each row comes below its parent, and siblings keep their order. A row
 * without a listed parent is a root. The result omits the rows below a collapsed row.
 */
export function listVisibleTreeRows(
  rows: readonly AnyRow[],
  parentField: string,
  collapsed: ReadonlySet<number>,
): TreeRow[] {
  const known = new Set(rows.map((row) => row.id));
  const rowsByParent = new Map<number | null, AnyRow[]>();
  for (const row of rows) {
    const parent = row[parentField];
    const at = typeof parent === 'number' && parent !== row.id && known.has(parent) ? parent : null;
    rowsByParent.set(at, [...(rowsByParent.get(at) ?? []), row]);
  }
  const found: TreeRow[] = [];
  const walk = (parent: number | null, depth: number) => {
    for (const row of rowsByParent.get(parent) ?? []) {
      const children = rowsByParent.get(row.id)?.length ?? 0;
      found.push({ row, depth, children });
      if (children > 0 && !collapsed.has(row.id)) walk(row.id, depth + 1);
    }
  };
  walk(null, 0);
  return found;
}
