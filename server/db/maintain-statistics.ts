import { sql } from 'kysely';
import type { Connection } from './connect.ts';
import type { Db } from './database.ts';
import { addCommitListener } from './transaction.ts';

/**
 * The interval of the updates, in milliseconds. An update is skipped if nothing was written since the last
 * one.
 */
const ANALYZE_INTERVAL_MS = 15_000;
/** The minimum time between two removals of dead rows (VACUUM), in milliseconds. */
const VACUUM_INTERVAL_MS = 60 * 60_000;

/**
 * A table's statistics are updated after this many changed rows, or after changes to this share of its rows if that is
 * more.
 */
const MIN_CHANGED_ROWS = 20;
const MIN_CHANGED_SHARE = 0.1;

/** Updates the statistics of the tables that have changed much since their last update, or that have none. */
async function analyzeChangedTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select s.relname as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_mod_since_analyze > greatest(${MIN_CHANGED_ROWS}::float8, ${MIN_CHANGED_SHARE}::float8 * s.n_live_tup)
      or c.reltuples < 0 and pg_relation_size(c.oid) > 0`.execute(db);
  if (rows.length > 0) await sql`analyze ${sql.join(rows.map(({ name }) => sql.id(name)))}`.execute(db);
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
    if (Date.now() - vacuumedAt < VACUUM_INTERVAL_MS) {
      await analyzeChangedTables(db);
      return;
    }
    await sql`vacuum analyze`.execute(db);
    vacuumedAt = Date.now();
  };
  await updateStatistics();
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
