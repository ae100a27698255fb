import type { ReportRow } from '#shared/kernel/report.ts';

/** Reads one cell of a row. A missing value, or a value of another type, is unknown. */
export const cell = {
  /** '' where unknown. */
  text: (row: ReportRow, name: string): string => {
    const value = row[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  },
  /** null where unknown: never 0. */
  number: (row: ReportRow, name: string): number | null => {
    const value = row[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  },
} as const;
