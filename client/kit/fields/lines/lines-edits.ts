import type { PastedRow } from './pasted-cells.ts';

/** A row of an editable table: its values, and the names of the rows that it refers to. */
export type OwnedRow = Record<string, unknown> & { labels?: Record<string, string> };

const dropLabel = (labels: OwnedRow['labels'] = {}, column: string): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => name !== column));

/** Changes a value of a row. Also removes the name that belongs to the old value. */
export const changeLine = (
  rows: readonly OwnedRow[],
  index: number,
  column: string,
  newValue: unknown,
): OwnedRow[] =>
  rows.map((row, rowIndex) =>
    rowIndex === index ? { ...row, [column]: newValue, labels: dropLabel(row.labels, column) } : row,
  );

/** Copies a value from the row above. */
export function copyLineValue(rows: readonly OwnedRow[], index: number, column: string): OwnedRow[] {
  const rowAbove = rows[index - 1];
  if (!rowAbove) return [...rows];
  const label = rowAbove.labels?.[column];
  return rows.map((row, rowIndex) =>
    rowIndex === index
      ? {
          ...row,
          [column]: rowAbove[column],
          labels: { ...dropLabel(row.labels, column), ...(label === undefined ? {} : { [column]: label }) },
        }
      : row,
  );
}

/**
 * Moves a row to another position. The sequence numbers stay at their positions, so rows with the same number stay at
 * the same positions.
 */
export function moveLine(rows: readonly OwnedRow[], index: number, targetIndex: number): OwnedRow[] {
  const movedRows = rows.filter((_, rowIndex) => rowIndex !== index);
  movedRows.splice(targetIndex, 0, rows[index]!);
  return movedRows.map((row, rowIndex) => ({ ...row, seq: rows[rowIndex]!['seq'] }));
}

/**
 * Writes pasted values over the rows from `index` on, and adds rows for the remaining values. @param makeRow makes a
 * new row at the end
 */
export function pasteLines(
  rows: readonly OwnedRow[],
  index: number,
  pastedRows: readonly PastedRow[],
  makeRow: (precedingRows: readonly OwnedRow[]) => OwnedRow,
): OwnedRow[] {
  const result = [...rows];
  pastedRows.forEach((pastedRow, offset) => {
    const target = result[index + offset] ?? makeRow(result);
    const pastedLabels = pastedRow['labels'] as Record<string, string>;
    const keptLabels = Object.fromEntries(
      Object.entries(target.labels ?? {}).filter(([column]) => !(column in pastedRow)),
    );
    result[index + offset] = { ...target, ...pastedRow, labels: { ...keptLabels, ...pastedLabels } };
  });
  return result;
}
