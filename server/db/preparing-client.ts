import pg from 'pg';

/** Statements that a session keeps prepared, those that came last: what is put together from filters has no end. */
export const MAX_PREPARED = 400;
/** Texts that are counted at most before the count begins anew. */
const MAX_COUNTED = 5000;
/** How often a text has to come before it is prepared. */
const OFTEN = 3;
/** What PostgreSQL says of a prepared statement whose table has got another column meanwhile. */
export const PLAN_CHANGED = '0A000';

/**
 * Begins statements whose best plan depends on their values, as on the length of a period: planned for any values they
 * would be slow for the long ones, so that they are never prepared.
 */
const PLANNED_ANEW = '/* planned anew */';

let counted = new Map<string, number>();
/** Names given so far. The embedded database has one session for whoever connects: no name is given twice. */
let made = 0;
/** How often tables have changed under prepared statements. */
let changes = 0;

/** Whether a text has come often enough to be prepared. */
function comesOften(text: string): boolean {
  if (text.startsWith(PLANNED_ANEW)) return false;
  const times = (counted.get(text) ?? 0) + 1;
  if (times >= OFTEN) return true;
  if (counted.size >= MAX_COUNTED) counted = new Map();
  counted.set(text, times);
  return false;
}

/**
 * A connection that has PostgreSQL prepare what comes again and again: a report is a dozen statements, and planning
 * them anew every time takes longer than running them. After a migration by another node the names are given up.
 */
export class PreparingClient extends pg.Client {
  /** What this session has prepared, by text, in the order in which it came last: under which name, and since when. */
  private readonly prepared = new Map<string, { name: string; since: number }>();

  // The many forms of the driver's own method: only the one that Kysely uses is changed.
  override query = ((first: unknown, values?: unknown, callback?: unknown): unknown => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    const name = typeof first === 'string' && Array.isArray(values) ? this.nameOf(first) : null;
    if (name === null) return send(first, values, callback);
    const sent = send({ name, text: first, values }, callback);
    if (!(sent instanceof Promise)) return sent;
    return sent.catch((error: unknown) => {
      if ((error as { code?: string }).code === PLAN_CHANGED) changes += 1;
      throw error;
    });
  }) as pg.Client['query'];

  /** The name under which a statement is prepared in this session; null while it has not come often enough. */
  private nameOf(text: string): string | null {
    const known = this.prepared.get(text);
    if (known === undefined && !comesOften(text)) return null;
    const isFresh = known?.since === changes;
    if (known && !isFresh) this.giveUp(text, known.name);
    // The driver does not hear of what is given up: a text that comes again has another name.
    const kept = isFresh ? known : { name: `mes_${++made}`, since: changes };
    this.prepared.delete(text);
    this.prepared.set(text, kept);
    if (this.prepared.size > MAX_PREPARED) {
      const [first] = this.prepared;
      this.giveUp(first![0], first![1].name);
    }
    return kept.name;
  }

  private giveUp(text: string, name: string): void {
    this.prepared.delete(text);
    // Refused within a transaction that has failed; then the session keeps one more.
    super.query(`deallocate ${name}`).catch(() => undefined);
  }
}
