import { groupBy } from '#shared/planning/group-by.ts';

/** A row of a tree of classes, in the short form of pickers. */
interface ClassRow {
  readonly id: number;
  readonly label: string;
  readonly [column: string]: unknown;
}

/** The text between the names of a path. */
const SEPARATOR = ' / ';

/**
 * Orders classes as a tree: each comes below its parent, and siblings keep their order.
 * @returns each row with its path: its name after the names of the classes above it
 */
export function listClassPaths<R extends ClassRow>(rows: readonly R[]): { row: R; path: string }[] {
  const knownIds = new Set(rows.map(({ id }) => id));
  const rowsByParent = groupBy(rows, ({ id, parentId }) =>
    typeof parentId === 'number' && parentId !== id && knownIds.has(parentId) ? parentId : null,
  );
  const paths: { row: R; path: string }[] = [];
  const addRowsBelow = (parentId: number | null, prefix: string) => {
    for (const row of rowsByParent.get(parentId) ?? []) {
      const path = `${prefix}${row.label}`;
      paths.push({ row, path });
      addRowsBelow(row.id, `${path}${SEPARATOR}`);
    }
  };
  addRowsBelow(null, '');
  return paths;
}
