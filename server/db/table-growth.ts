import { sql } from 'kysely';
import type { Work } from './work.ts';

/** As few rows as these are planned for well enough, whatever was known before. */
const MANY = 200;
/** A table is looked at when it has grown by this part of what is known of it; from then on, each time it has doubled. */
const PART = 0.2;

/**
 * Has the planner look again at tables that grow by much in one transaction. What it knows of them is from before: it
 * would go on reading them whole, even to check each reference to a row, and twice the rows would take four times as
 * long. A table that somebody else is about to do the same with is passed over.
 */
export class TableGrowth {
  /** How much of each was written when it was looked at last. */
  private readonly seen = new Map<string, number>();
  private fresh = 0;

  /** Called with how many rows were written since it was called last. */
  async after(work: Work, rows: number): Promise<void> {
    this.fresh += rows;
    if (this.fresh < MANY) return;
    this.fresh = 0;
    const written = await sql<{ name: string; rows: number; known: number }>`
      select x.relname as name, x.n_tup_ins + x.n_tup_upd as rows, c.reltuples as known
      from pg_stat_xact_user_tables x join pg_class c on c.oid = x.relid
      where x.n_tup_ins + x.n_tup_upd >= ${MANY}`.execute(work.db);
    const grown = written.rows.filter(({ name, rows: all, known }) => {
      const seen = this.seen.get(name);
      return seen === undefined ? all >= known * PART : all - seen >= Math.max(known, MANY);
    });
    if (grown.length === 0) return;
    for (const one of grown) this.seen.set(one.name, one.rows);
    const tables = sql.join(grown.map(({ name }) => sql.table(name)));
    await sql`analyze (skip_locked) ${tables}`.execute(work.db);
  }
}
