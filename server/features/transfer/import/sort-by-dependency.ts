import type { PlannedRow } from './plan.ts';
import type { ImportProblems } from './problems.ts';

/**
 * Sorts rows, so that each row comes after the rows that it refers to. It reports cycles as
 * problems.
 */
export function sortByDependency(rows: readonly PlannedRow[], problems: ImportProblems): PlannedRow[] {
  if (rows.every(({ pending }) => pending.length === 0)) return [...rows];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const sorted = new Set<PlannedRow>();
  const ordered: PlannedRow[] = [];
  let remaining = [...rows];
  while (remaining.length > 0) {
    const isReady = ({ pending }: PlannedRow) =>
      pending.every(({ key }) => {
        const other = byKey.get(key);
        // A refused row is not in the map. It does not delay other rows, because nothing will be
        // written.
        return !other || sorted.has(other);
      });
    const ready = remaining.filter(isReady);
    if (ready.length === 0) {
      for (const row of remaining)
        problems.addReason(row.at(String(row.pending[0]!.path[0])), row.pending[0]!.key, 'cycle');
      return ordered;
    }
    for (const row of ready) sorted.add(row);
    ordered.push(...ready);
    remaining = remaining.filter((row) => !sorted.has(row));
  }
  return ordered;
}
