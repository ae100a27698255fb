import type { Socket } from 'node:net';
import pg from 'pg';
import { getCurrentTimeLimit } from './time-limit.ts';

/**
 * The maximum number of prepared statements per client. Filters can produce any number of statements, so the least
 * recently used one is dropped.
 */
export const MAX_PREPARED_STATEMENTS = 400;
/** The maximum number of different statements that are counted; one more resets all counts. */
const MAX_COUNTED_STATEMENTS = 5000;
/** The number of executions in this process, including the current one, from which a statement is prepared. */
const MIN_EXECUTIONS = 3;
/** The PostgreSQL error code "feature not supported". A prepared statement whose table has changed fails with it. */
export const PLAN_CHANGED_CODE = '0A000';

/**
 * The comment at the start of statements that are never prepared, because their best plan depends on the values,
 * for example on the length of a period.
 */
const NEVER_PREPARED_COMMENT = '/* never prepared */';

let executionCounts = new Map<string, number>();
/**
 * The number in the name of the last prepared statement. No name is used twice, because all clients
 * of the embedded database share one session.
 */
let lastStatementNumber = 0;
/**
 * The number of errors with PLAN_CHANGED_CODE in this process. Statements that were prepared before the latest of
 * these errors are prepared again.
 */
let tableChangeCount = 0;

/** Counts an execution of a statement. @returns whether the statement is frequent enough to be prepared */
function countAndCheckFrequency(text: string): boolean {
  if (text.startsWith(NEVER_PREPARED_COMMENT)) return false;
  const times = (executionCounts.get(text) ?? 0) + 1;
  if (times >= MIN_EXECUTIONS) return true;
  if (executionCounts.size >= MAX_COUNTED_STATEMENTS) executionCounts = new Map();
  executionCounts.set(text, times);
  return false;
}

/** The message of the driver's error for a query that got no answer within its `query_timeout`. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/**
 * A client that prepares frequent statements. A call that stores a work report runs a dozen statements, and
 * planning them takes longer than running them. If a migration of another node changes a table, the client
 * prepares its statements again. If a query gets no answer in time, the client closes the connection, because
 * the next query on it would wait behind this one.
 */
export class PreparingClient extends pg.Client {
  /** The prepared statements of this client by text, least recently used first. */
  private readonly prepared = new Map<string, { name: string; since: number }>();
  /** The names of prepared statements that are no longer used. They are deallocated before the next query. */
  private unused: string[] = [];
  /** How long a query of this client waits for its answer, in milliseconds; undefined if there is no limit. */
  private readonly queryTimeout: number | undefined;

  constructor(config?: pg.ClientConfig | string) {
    super(config);
    this.queryTimeout = typeof config === 'object' ? config.query_timeout : undefined;
  }

  // The driver's method has many overloads. Only the overload that Kysely uses is changed.
  override query = ((first: unknown, values?: unknown, callback?: unknown): unknown => {
    if (typeof first !== 'string' || callback !== undefined)
      return (super.query.bind(this) as (...args: unknown[]) => unknown)(first, values, callback);
    return this.send(first, values as unknown[] | undefined);
  }) as pg.Client['query'];

  private async send(text: string, values: unknown[] | undefined): Promise<unknown> {
    const name = values && this.nameOf(text);
    // The statements are deallocated one after another, because a client runs one query at a time.
    for (const one of this.unused.splice(0)) await this.deallocate(one);
    try {
      return await super.query({
        text,
        ...(values ? { values } : {}),
        ...(name ? { name } : {}),
        ...this.timeout(),
      } as pg.QueryConfig);
    } catch (error) {
      if ((error as { code?: string }).code === PLAN_CHANGED_CODE) tableChangeCount += 1;
      if ((error as Error).message === READ_TIMEOUT_MESSAGE) await this.drop();
      throw error;
    }
  }

  /** Returns the driver's option for the time limit of the next query. */
  private timeout(): { query_timeout?: number } {
    if (this.queryTimeout === undefined) return {};
    return { query_timeout: Math.min(this.queryTimeout, getCurrentTimeLimit() ?? Infinity) };
  }

  /**
   * Closes the socket, and waits until the driver reports the end of the connection. The pool then replaces
   * this client.
   */
  private async drop(): Promise<void> {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    if (stream.destroyed) return;
    const ended = new Promise<void>((done) => this.once('end', () => done()));
    stream.destroy();
    await ended;
  }

  /** Returns the name under which the driver prepares or finds a statement; null if the statement is not prepared. */
  private nameOf(text: string): string | null {
    const known = this.prepared.get(text);
    if (known === undefined && !countAndCheckFrequency(text)) return null;
    const isFresh = known?.since === tableChangeCount;
    if (known && !isFresh) this.forget(text, known.name);
    // The driver still remembers deallocated names, so a statement that is prepared again gets a new name.
    const kept = isFresh ? known : { name: `mes_${++lastStatementNumber}`, since: tableChangeCount };
    this.prepared.delete(text);
    this.prepared.set(text, kept);
    if (this.prepared.size > MAX_PREPARED_STATEMENTS) {
      const [first] = this.prepared;
      this.forget(first![0], first![1].name);
    }
    return kept.name;
  }

  private forget(text: string, name: string): void {
    this.prepared.delete(text);
    this.unused.push(name);
  }

  private async deallocate(name: string): Promise<void> {
    // This fails inside an aborted transaction; the session then keeps the statement.
    await super.query(`deallocate ${name}`).catch(() => undefined);
  }
}
