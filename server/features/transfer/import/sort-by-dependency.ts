import type { PlannedRow } from './plan.ts';
import type { ImportProblems } from './problems.ts';

/**
 * Sorts rows, so that each row comes after the rows that it refers to. It reports cycles as
 * problems.
 */
export function sortByDependency(rows: readonly PlannedRow[], problems: ImportProblems): PlannedRow[] {
  if (rows.every(({ pending }) => pending.length === 0)) return [...rows];
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const sortedSet = new Set<PlannedRow>();
  const sortedRows: PlannedRow[] = [];
  let remainingRows = [...rows];
  while (remainingRows.length > 0) {
    const areReferencesSorted = ({ pending }: PlannedRow) =>
      pending.every(({ key }) => {
        const referencedRow = rowsByKey.get(key);
        // A refused row is not in the map. Other rows need not come after it, because the import will write
        // nothing.
        return !referencedRow || sortedSet.has(referencedRow);
      });
    const readyRows = remainingRows.filter(areReferencesSorted);
    if (readyRows.length === 0) {
      for (const row of remainingRows)
        problems.addByName(row.locateField(String(row.pending[0]!.path[0])), row.pending[0]!.key, 'cycle');
      return sortedRows;
    }
    for (const row of readyRows) sortedSet.add(row);
    sortedRows.push(...readyRows);
    remainingRows = remainingRows.filter((row) => !sortedSet.has(row));
  }
  return sortedRows;
}
