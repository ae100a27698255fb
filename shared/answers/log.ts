import { date, number, ref, text } from '../kernel/fields.ts';

/** An entry of the change log, without the changed values. */
export interface LogRow {
  id: number;
  at: string;
  byName: string;
  ip: string;
  entity: string;
  entityId: number | null;
  action: string;
}

/** A log entry with the values of the row before and after the change. */
export interface LogDetails extends LogRow {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whether the logged row exists and is not deleted, so that its page can be opened. */
  living: boolean;
}

/** A page of log entries, newest first. */
export interface LogPage {
  rows: LogRow[];
  /** The cursor of the next page; null if there are no older entries. */
  next: string | null;
  /**
   * If the text search stopped early, the time of the oldest entry that it has read. Null if the search has filled the
   * page or read all entries.
   */
  searchedTo: string | null;
}

/** The filters of the change log. */
export const changeLogFilters = {
  from: date({ label: 'logFrom' }),
  to: date({ label: 'logTo' }),
  employeeId: ref('employee'),
  entity: text({ max: 60, label: 'logWhat' }),
  action: text({ max: 60, label: 'logAction' }),
  rowId: number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'logRow' }),
  search: text({ max: 100, label: 'search' }),
} as const;
