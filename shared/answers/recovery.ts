/** A row that somebody deleted, as the list of deleted data shows it. */
export interface DeletedRow {
  readonly entity: string;
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  readonly deletedAt: string;
  readonly deletedBy: string;
}

/** What can be brought back in one go. */
export const MAX_RESTORED = 200;
