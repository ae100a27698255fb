import type { Connection } from '#server/db/connect.ts';
import { makeTableReader, readTables, type ComparedTable } from './table-reader.ts';

/** Returns SQL that counts the rows of a table and sums their versions, or that sums the feed positions. */
function buildCount({ name, isVersioned }: ComparedTable): string {
  if (isVersioned) return `count(*)::text || ' rows, versions ' || coalesce(sum(version), 0)`;
  return name === 'feed_head' ? `'positions ' || coalesce(sum(pos), 0)` : `count(*)::text || ' rows'`;
}

/**
 * Returns the row count of each table, the sum of the versions of its rows if they have versions, and the sum of the
 * feed positions. The result stays the same as long as nothing is written to these tables.
 */
export const countRowsAndVersions = (connection: Connection): Promise<Record<string, string>> =>
  readTables(connection, buildCount);

/** Makes a function that returns what `countRowsAndVersions` returns, for a test that calls it thousands of times. */
export const makeRowCounter = (connection: Connection): Promise<() => Promise<Record<string, string>>> =>
  makeTableReader(connection, buildCount);
