import type { Socket } from 'node:net';
import pg from 'pg';
import { getCurrentTimeLimitMs } from './time-limit.ts';

/**
 * The maximum number of prepared statements per client. Filters can produce any number of statements, so the least
 * recently used one is dropped.
 */
export const MAX_PREPARED_STATEMENTS = 400;
/**
 * The maximum number of different statements whose executions are counted. If there are more statements, all
 * counts are reset.
 */
const MAX_COUNTED_STATEMENTS = 5000;
/**
 * The number of executions at which a statement is prepared. Executions by all clients of this process count,
 * including the current one.
 */
const MIN_EXECUTIONS_TO_PREPARE = 3;
/**
 * The PostgreSQL error code "feature not supported". A prepared statement fails with this code if its table
 * has changed.
 */
export const PLAN_CHANGED_CODE = '0A000';

/**
 * The comment at the start of statements that are never prepared, because their best plan depends on the values,
 * for example on the length of a period.
 */
const NEVER_PREPARED_COMMENT = '/* never prepared */';

/**
 * The comment at the start of statements whose result nobody reads. A pipelined client sends such a statement
 * together with the next one, and does not wait for its result. If the deferred statement fails, the next
 * statement fails with the same error.
 */
const DEFERRED_COMMENT = '/* deferred */';

const isDeferred = (text: string): boolean => text === 'begin' || text.startsWith(DEFERRED_COMMENT);

/** The result of a deferred statement, which the client returns before the database has answered. */
const NO_RESULT = { command: '', rowCount: null, rows: [] };

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
  const executionCount = (executionCounts.get(text) ?? 0) + 1;
  if (executionCount >= MIN_EXECUTIONS_TO_PREPARE) return true;
  if (executionCounts.size >= MAX_COUNTED_STATEMENTS) executionCounts = new Map();
  executionCounts.set(text, executionCount);
  return false;
}

/** The message of the driver's error for a query that got no answer within its `query_timeout`. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/** The options of the driver's client, including `pipeline`, which its types lack. */
type PipelineConfig = pg.ClientConfig & { pipeline?: boolean };

const getStream = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * A client that prepares frequent statements, because planning a short statement takes longer than running
 * it. If a migration of another node changes a table, the client prepares its statements again. If a query
 * gets no answer in time, the client closes the connection, because the next query would otherwise wait for
 * the late answer. A pipelined client saves round trips: it sends a deferred statement together with the next
 * one.
 */
export class PreparingClient extends pg.Client {
  /** The prepared statements of this client by text, least recently used first. */
  private readonly preparedStatements = new Map<string, { name: string; since: number }>();
  /** The names of prepared statements that are no longer used. They are deallocated before the next query. */
  private unusedNames: string[] = [];
  /** How long a query of this client waits for its answer, in milliseconds; undefined if there is no limit. */
  private readonly queryTimeoutMs: number | undefined;
  /** Whether the client may send a statement before the answer to the previous one. */
  private readonly isPipelined: boolean;
  /**
   * The results of the deferred statements since the last undeferred one: the error of each failed statement,
   * and null for each successful one.
   */
  private deferredErrors: Promise<Error | null>[] = [];
  private isCorked = false;
  private hasEnded = false;

  constructor(config?: pg.ClientConfig | string) {
    super(config);
    const options: PipelineConfig = typeof config === 'object' ? config : {};
    this.queryTimeoutMs = options.query_timeout;
    this.isPipelined = options.pipeline ?? false;
    this.once('end', () => (this.hasEnded = true));
  }

  // The driver's method has many overloads. Only the overload that Kysely uses is changed.
  override query = ((textOrQuery: unknown, values?: unknown, callback?: unknown): unknown => {
    if (typeof textOrQuery !== 'string' || callback !== undefined)
      return (super.query.bind(this) as (...args: unknown[]) => unknown)(textOrQuery, values, callback);
    return this.send(textOrQuery, values as unknown[] | undefined);
  }) as pg.Client['query'];

  private async send(text: string, values: unknown[] | undefined): Promise<unknown> {
    if (!this.isPipelined) return this.execute(text, values);
    this.corkUntilNextTick();
    const result = this.execute(text, values);
    if (isDeferred(text)) {
      this.deferredErrors.push(
        result.then(
          () => null,
          (error: Error) => error,
        ),
      );
      return NO_RESULT;
    }
    const deferredErrors = this.deferredErrors.splice(0);
    const outcome = await Promise.allSettled([result]);
    const errors = await Promise.all(deferredErrors);
    const firstError = errors.find((error) => error !== null);
    // A rollback discards the failed statements, so it discards their errors too.
    if (firstError && !text.startsWith('rollback')) throw firstError;
    if (outcome[0].status === 'rejected') throw outcome[0].reason;
    return outcome[0].value;
  }

  /** Collects the statements that are sent before the next tick, so that the socket writes them at once. */
  private corkUntilNextTick(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const stream = getStream(this);
    stream.cork();
    process.nextTick(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }

  private async execute(text: string, values: unknown[] | undefined): Promise<unknown> {
    const name = values && this.chooseStatementName(text);
    const unusedNames = this.unusedNames.splice(0);
    if (this.isPipelined) for (const unusedName of unusedNames) void this.deallocate(unusedName);
    // Without a pipeline, a client runs one query at a time.
    else for (const unusedName of unusedNames) await this.deallocate(unusedName);
    try {
      return await super.query({
        text,
        ...(values ? { values } : {}),
        ...(name ? { name } : {}),
        ...this.getTimeoutOption(),
      } as pg.QueryConfig);
    } catch (error) {
      if ((error as { code?: string }).code === PLAN_CHANGED_CODE) tableChangeCount += 1;
      if ((error as Error).message === READ_TIMEOUT_MESSAGE) await this.closeConnection();
      throw error;
    }
  }

  /** Returns the driver's option for the time limit of the next query. */
  private getTimeoutOption(): { query_timeout?: number } {
    if (this.queryTimeoutMs === undefined) return {};
    return { query_timeout: Math.min(this.queryTimeoutMs, getCurrentTimeLimitMs() ?? Infinity) };
  }

  /**
   * Closes the socket, and waits until the driver reports the end of the connection. The pool then replaces
   * this client.
   */
  private async closeConnection(): Promise<void> {
    if (this.hasEnded) return;
    const ended = new Promise<void>((done) => this.once('end', () => done()));
    getStream(this).destroy();
    await ended;
  }

  /** Returns the name under which the driver prepares or finds a statement; null if the statement is not prepared. */
  private chooseStatementName(text: string): string | null {
    const knownStatement = this.preparedStatements.get(text);
    if (knownStatement === undefined && !countAndCheckFrequency(text)) return null;
    const isFresh = knownStatement?.since === tableChangeCount;
    if (knownStatement && !isFresh) this.forgetStatement(text, knownStatement.name);
    // The driver still remembers deallocated names, so a statement that is prepared again gets a new name.
    const statement = isFresh
      ? knownStatement
      : { name: `mes_${++lastStatementNumber}`, since: tableChangeCount };
    this.preparedStatements.delete(text);
    this.preparedStatements.set(text, statement);
    if (this.preparedStatements.size > MAX_PREPARED_STATEMENTS) {
      const [oldestEntry] = this.preparedStatements;
      this.forgetStatement(oldestEntry![0], oldestEntry![1].name);
    }
    return statement.name;
  }

  private forgetStatement(text: string, name: string): void {
    this.preparedStatements.delete(text);
    this.unusedNames.push(name);
  }

  private async deallocate(name: string): Promise<void> {
    // This statement fails inside an aborted transaction. The session then keeps the prepared statement.
    await super.query(`deallocate ${name}`).catch(() => undefined);
  }
}
