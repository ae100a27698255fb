import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

/** The number of written rows between two checks. A table with fewer written rows is not analyzed. */
const MIN_WRITTEN_ROWS = 200;
/**
 * The first analysis of a table needs at least this share of written rows, relative to the row count in the statistics
 * of the table. Each later analysis needs as many newly written rows as the table had at the previous analysis, but at
 * least MIN_WRITTEN_ROWS.
 */
const MIN_GROWTH_SHARE = 0.2;

/**
 * Updates the statistics of tables that grow a lot within one transaction, except tables that another
 * transaction has locked. With old statistics PostgreSQL would scan whole tables, even for foreign key
 * checks, and the time would grow with the square of the number of rows.
 */
export class GrowingTableAnalyzer {
  /** For each table, the number of rows that the transaction had written when the table was last analyzed. */
  private readonly rowCountsAtAnalysis = new Map<string, number>();
  private newRowCount = 0;

  /**
   * Analyzes the tables that have grown enough.
   * @param rowCount the number of rows written since the last call
   */
  async analyzeGrownTables(tx: Transaction, rowCount: number): Promise<void> {
    this.newRowCount += rowCount;
    if (this.newRowCount < MIN_WRITTEN_ROWS) return;
    this.newRowCount = 0;
    const writtenTables = await sql<{ name: string; rows: number; known: number }>`
      select x.relname as name, x.n_tup_ins + x.n_tup_upd as rows, c.reltuples as known
      from pg_stat_xact_user_tables x join pg_class c on c.oid = x.relid
      where x.n_tup_ins + x.n_tup_upd >= ${MIN_WRITTEN_ROWS}`.execute(tx.db);
    const grownTables = writtenTables.rows.filter(({ name, rows: writtenRowCount, known: knownRowCount }) => {
      const analyzedRowCount = this.rowCountsAtAnalysis.get(name);
      return analyzedRowCount === undefined
        ? writtenRowCount >= knownRowCount * MIN_GROWTH_SHARE
        : writtenRowCount - analyzedRowCount >= Math.max(knownRowCount, MIN_WRITTEN_ROWS);
    });
    if (grownTables.length === 0) return;
    for (const table of grownTables) this.rowCountsAtAnalysis.set(table.name, table.rows);
    const tables = sql.join(grownTables.map(({ name }) => sql.table(name)));
    await sql`analyze (skip_locked) ${tables}`.execute(tx.db);
  }
}
