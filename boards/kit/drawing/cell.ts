import type { ReportRow } from '#shared/kernel/report.ts';

/** Reads one cell of a row. A missing value, or a value of another type, is unknown. */
export const cell = {
  /** Returns the text of the cell, or '' if it is unknown. */
  text: (row: ReportRow, name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  },
  /** Returns the number in the cell, or null if it is unknown. */
  number: (row: ReportRow, name: string): number | null => {
    const value = row[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  },
} as const;
