import { makeError } from '#shared/kernel/errors.ts';

/** A row with its version, and the person and the time of its last change. */
interface VersionedRow {
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/**
 * Refuses to change a row that somebody has changed since the caller read it.
 * @param version the version that the caller read
 * @throws stale
 */
export function refuseStale(row: VersionedRow, version: number): void {
  if (row.version !== version)
    throw makeError('stale', { by: row.updatedBy, at: row.updatedAt, version: row.version });
}
