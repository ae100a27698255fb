import type { PlannedRow } from './plan.ts';
import type { Problems } from './problems.ts';

/** Rows in such an order that each comes after those of the same workbook that it refers to. */
export function inOrder(rows: readonly PlannedRow[], problems: Problems): PlannedRow[] {
  if (rows.every(({ pending }) => pending.length === 0)) return [...rows];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const placed = new Set<PlannedRow>();
  const ordered: PlannedRow[] = [];
  let left = [...rows];
  while (left.length > 0) {
    const isReady = ({ pending }: PlannedRow) =>
      pending.every(({ key }) => {
        const other = byKey.get(key);
        // One that is refused itself keeps nobody waiting: nothing is written anyway.
        return !other || placed.has(other);
      });
    const ready = left.filter(isReady);
    if (ready.length === 0) {
      for (const row of left)
        problems.say(row.at(String(row.pending[0]!.path[0])), row.pending[0]!.key, 'cycle');
      return ordered;
    }
    for (const row of ready) placed.add(row);
    ordered.push(...ready);
    left = left.filter((row) => !placed.has(row));
  }
  return ordered;
}
