import type { ReportRow } from '#shared/kernel/report.ts';

/** Functions that read one cell of a row. */
export const cellReaders = {
  /** Returns the text or the number in the cell as a text; '' for any other value. */
  text: (row: ReportRow, name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  },
  /** Returns the instant in the cell in ISO 8601; '' if the cell holds none. */
  instant: (row: ReportRow, name: string): string => {
    const value = row[name];
    return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : '';
  },
  /** Returns the number in the cell; null if the cell holds no finite number. */
  number: (row: ReportRow, name: string): number | null => {
    const value = row[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  },
} as const;
