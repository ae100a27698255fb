import type { Connection } from '#server/db/connect.ts';
import { makeTableReader, readTables } from './table-reader.ts';

const buildVersion = (): string => `count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0)::text`;

/**
 * Returns the row count and the last transaction of each table, by table name. The comparison of two results shows
 * every added, changed or deleted row, also in the ledger, the audit log and the change feed, without reading the
 * contents of large tables.
 */
export const readTableVersions = (connection: Connection): Promise<Record<string, string>> =>
  readTables(connection, buildVersion);

/** Makes a function that returns what `readTableVersions` returns, for a test that calls it hundreds of times. */
export const makeTableVersionReader = (
  connection: Connection,
): Promise<() => Promise<Record<string, string>>> => makeTableReader(connection, buildVersion);
