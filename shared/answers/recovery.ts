/** A row in the list of deleted data. */
export interface DeletedRow {
  readonly entity: string;
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  readonly deletedAt: string;
  readonly deletedBy: string;
}

/** The maximum number of rows that one call can restore. */
export const MAX_RESTORED_ROWS = 200;
