import pg from 'pg';

/**
 * Maximum number of prepared statements per session. Filters can produce any number of statements,
 * so the least recently used are dropped.
 */
export const MAX_PREPARED = 400;
/** Maximum number of counted statements before the counts are reset. */
const MAX_COUNTED = 5000;
/** Number of executions after which a statement is prepared. */
const MIN_EXECUTIONS = 3;
/** The PostgreSQL error code for a prepared statement whose table has changed. */
export const PLAN_CHANGED = '0A000';

/**
 * A comment at the start of statements that must never be prepared. Their best plan depends on
 * their values, for example on the length of a period.
 */
const NEVER_PREPARED = '/* planned anew */';

let counted = new Map<string, number>();
/**
 * The number in the name of the last prepared statement. No name is used twice, because all clients
 * of the embedded database share one session.
 */
let lastNumber = 0;
/**
 * The number of errors so far that reported a changed table. Statements prepared before the last of
 * them are prepared again.
 */
let changes = 0;

/** Counts a statement. @returns whether it is frequent enough to be prepared */
function isFrequent(text: string): boolean {
  if (text.startsWith(NEVER_PREPARED)) return false;
  const times = (counted.get(text) ?? 0) + 1;
  if (times >= MIN_EXECUTIONS) return true;
  if (counted.size >= MAX_COUNTED) counted = new Map();
  counted.set(text, times);
  return false;
}

/**
 * A database client that prepares frequent statements. A report runs a dozen statements, and
 * planning them takes longer than running them. After another node has changed the tables, the
 * client prepares its statements again.
 */
export class PreparingClient extends pg.Client {
  /** The prepared statements of this session by text, least recently used first. */
  private readonly prepared = new Map<string, { name: string; since: number }>();

  // The driver's method has many overloads. Only the overload that Kysely uses is changed.
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

  /** The name under which a statement is prepared; null if it is not frequent enough. */
  private nameOf(text: string): string | null {
    const known = this.prepared.get(text);
    if (known === undefined && !isFrequent(text)) return null;
    const isFresh = known?.since === changes;
    if (known && !isFresh) this.deallocate(text, known.name);
    // The driver remembers the names of deallocated statements, so the statement gets a new name.
    const kept = isFresh ? known : { name: `mes_${++lastNumber}`, since: changes };
    this.prepared.delete(text);
    this.prepared.set(text, kept);
    if (this.prepared.size > MAX_PREPARED) {
      const [first] = this.prepared;
      this.deallocate(first![0], first![1].name);
    }
    return kept.name;
  }

  private deallocate(text: string, name: string): void {
    this.prepared.delete(text);
    // Inside an aborted transaction the command fails, and the session keeps one extra statement.
    super.query(`deallocate ${name}`).catch(() => undefined);
  }
}
