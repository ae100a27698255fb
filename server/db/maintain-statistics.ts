import { sql, type RawBuilder } from 'kysely';
import type { Connection } from './connect.ts';
import type { Db } from './database.ts';
import { addCommitListener } from './transaction.ts';

/**
 * The interval of the updates, in milliseconds. An update is skipped if nothing was written since the
 * previous update.
 */
const ANALYZE_INTERVAL_MS = 15_000;
/** The minimum time between two removals of dead rows (VACUUM), in milliseconds. */
const VACUUM_INTERVAL_MS = 60 * 60_000;
/**
 * A table is due if more rows have changed than MIN_CHANGED_ROWS plus MIN_CHANGED_SHARE of its rows.
 * Autovacuum has the same rule.
 */
const MIN_CHANGED_ROWS = 50;
const MIN_CHANGED_SHARE = 0.1;

/**
 * Lists the tables that are due. With `n_mod_since_analyze`, these are the tables with many changed rows or without
 * statistics. With `n_dead_tup`, these are the tables with many dead rows.
 */
async function listDueTables(
  db: Db,
  rowCounter: 'n_mod_since_analyze' | 'n_dead_tup',
): Promise<RawBuilder<unknown> | null> {
  // Without this call, PostgreSQL would write the counts of this connection only when it is idle for a while.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const hasNoStatistics =
    rowCounter === 'n_mod_since_analyze' ? sql`c.reltuples < 0 and pg_relation_size(c.oid) > 0` : sql`false`;
  const { rows } = await sql<{ name: string }>`
    select s.relname as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema()
      and (s.${sql.ref(rowCounter)} > ${MIN_CHANGED_ROWS}::float8 + ${MIN_CHANGED_SHARE}::float8 * s.n_live_tup
        or ${hasNoStatistics})`.execute(db);
  return rows.length > 0 ? sql.join(rows.map(({ name }) => sql.table(name))) : null;
}

/** Updates the statistics of the tables that have many changed rows since the last update. */
export async function analyzeChangedTables(db: Db): Promise<void> {
  const tables = await listDueTables(db, 'n_mod_since_analyze');
  if (tables) await sql`analyze ${tables}`.execute(db);
}

/** Removes the dead rows of the tables that have many dead rows, and updates the statistics of these tables. */
async function vacuumChangedTables(db: Db): Promise<void> {
  const tables = await listDueTables(db, 'n_dead_tup');
  if (tables) await sql`vacuum analyze ${tables}`.execute(db);
}

/**
 * Updates the statistics of the embedded database at once and then regularly, and sometimes removes
 * dead rows, because this database has no autovacuum. With missing or old statistics, PostgreSQL
 * can choose a plan that blocks the only connection for minutes.
 * @returns a function that stops the updates
 */
export async function maintainEmbeddedDatabase(
  { kind, db }: Connection,
  onError: (error: unknown, message: string) => void,
): Promise<() => Promise<void>> {
  if (kind === 'postgres') return async () => undefined;
  let hasWrites = false;
  let vacuumedAt = Date.now();
  const removeListener = addCommitListener(() => {
    hasWrites = true;
  });
  const updateStatistics = async (): Promise<void> => {
    hasWrites = false;
    await analyzeChangedTables(db);
    if (Date.now() - vacuumedAt < VACUUM_INTERVAL_MS) return;
    await vacuumChangedTables(db);
    vacuumedAt = Date.now();
  };
  await analyzeChangedTables(db);
  let runningUpdate: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (!hasWrites) return;
    runningUpdate = updateStatistics().catch((error: unknown) =>
      onError(error, 'The statistics were not taken'),
    );
  }, ANALYZE_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    removeListener();
    await runningUpdate;
  };
}
