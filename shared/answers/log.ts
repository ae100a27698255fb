import { date, number, ref, text } from '../kernel/fields.ts';

/** A row of history, as its list shows it. */
export interface LogRow {
  id: number;
  at: string;
  byName: string;
  ip: string;
  entity: string;
  entityId: number | null;
  action: string;
}

/** What stood in the row before and after. */
export interface LogDetails extends LogRow {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whether the row is still there to be opened. */
  living: boolean;
}

/** Some rows of history, newest first. */
export interface LogPage {
  rows: LogRow[];
  /** What the next page begins after; null where there is nothing older. */
  next: string | null;
  /** How far back a text was looked for, where it was not to the end. */
  searchedTo: string | null;
}

/** What the history is narrowed by. */
export const logFilters = {
  from: date({ label: 'logFrom' }),
  to: date({ label: 'logTo' }),
  employeeId: ref('employee'),
  entity: text({ max: 60, label: 'logWhat' }),
  action: text({ max: 60, label: 'logAction' }),
  rowId: number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'logRow' }),
  search: text({ max: 100, label: 'search' }),
} as const;
