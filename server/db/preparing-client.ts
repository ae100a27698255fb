import pg from 'pg';

/** Statements that are prepared at most, those that came last: what is put together from filters has no end. */
export const MOST_NAMES = 400;
/** Texts that are counted at most before the count begins anew. */
const MOST_COUNTED = 5000;
/** How often a text has to come before it is prepared. */
const OFTEN = 3;
/** What PostgreSQL says of a prepared statement whose table has got another column meanwhile. */
export const PLAN_CHANGED = '0A000';

/**
 * Begins statements whose best plan depends on their values, as on the length of a period: planned for any values they
 * would be slow for the long ones, so that they are never prepared.
 */
const PLANNED_ANEW = '/* planned anew */';

/** By text; the one that came last stands last. */
let names = new Map<string, string>();
let counted = new Map<string, number>();
let made = 0;
let clients = 0;

/** Sets a key and makes it the last of a map. @returns the first, taken out, where there are more than `MOST_NAMES` */
function putLast<T>(map: Map<string, T>, key: string, value: T): string | null {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_NAMES) return null;
  const [first] = map.keys();
  map.delete(first!);
  return first!;
}

/** The name under which a statement is prepared; null while it has not come often enough. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known) {
    putLast(names, text, known);
    return known;
  }
  if (text.startsWith(PLANNED_ANEW)) return null;
  const times = (counted.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (counted.size >= MOST_COUNTED) counted = new Map();
    counted.set(text, times);
    return null;
  }
  counted.delete(text);
  const name = `mes_${++made}`;
  putLast(names, text, name);
  return name;
}

/**
 * A connection that has PostgreSQL prepare what comes again and again: a report is a dozen statements, and planning
 * them anew every time takes longer than running them. After a migration by another node the names are given up.
 */
export class PreparingClient extends pg.Client {
  // The embedded database has one session for whoever connects: a name that an earlier connection left is another.
  private readonly mark = ++clients;
  /** What this session has prepared, in the order in which it came last. */
  private readonly prepared = new Map<string, true>();

  // The many forms of the driver's own method: only the one that Kysely uses is changed.
  override query = ((first: unknown, values?: unknown, callback?: unknown): unknown => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    const name = typeof first === 'string' && Array.isArray(values) ? nameOf(first) : null;
    if (name === null) return send(first, values, callback);
    const own = `${name}_${this.mark}`;
    const unused = putLast(this.prepared, own, true);
    // Refused within a transaction that has failed; then the session keeps one more.
    if (unused !== null) super.query(`deallocate ${unused}`).catch(() => undefined);
    const sent = send({ name: own, text: first, values }, callback);
    if (!(sent instanceof Promise)) return sent;
    return sent.catch((error: unknown) => {
      if ((error as { code?: string }).code === PLAN_CHANGED) names = new Map();
      throw error;
    });
  }) as pg.Client['query'];
}
