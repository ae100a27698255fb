import type { AnyRow } from '../row.ts';

/** A row of a tree with its position in the list. */
export interface TreeRow {
  readonly row: AnyRow;
  readonly depth: number;
  readonly children: number;
}

/**
 * Orders the rows of a tree: each row below its parent, siblings in the given order. A row whose parent is
 * missing becomes a root. Omits the rows below a collapsed one.
 */
export function treeRows(
  rows: readonly AnyRow[],
  parentField: string,
  collapsed: ReadonlySet<number>,
): TreeRow[] {
  const known = new Set(rows.map((row) => row.id));
  const below = new Map<number | null, AnyRow[]>();
  for (const row of rows) {
    const parent = row[parentField];
    const at = typeof parent === 'number' && parent !== row.id && known.has(parent) ? parent : null;
    below.set(at, [...(below.get(at) ?? []), row]);
  }
  const found: TreeRow[] = [];
  const walk = (parent: number | null, depth: number) => {
    for (const row of below.get(parent) ?? []) {
      const children = below.get(row.id)?.length ?? 0;
      found.push({ row, depth, children });
      if (children > 0 && !collapsed.has(row.id)) walk(row.id, depth + 1);
    }
  };
  walk(null, 0);
  return found;
}
