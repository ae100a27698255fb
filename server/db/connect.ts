import { AsyncLocalStorage } from 'node:async_hooks';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { makeError } from '#shared/kernel/errors.ts';
import type { DatabaseTables, Db } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { PreparingClient } from './preparing-client.ts';
import { runWithTimeLimit } from './time-limit.ts';

/** An open database: a PostgreSQL server, or the embedded database. */
export interface Connection {
  db: Db;
  pool: pg.Pool;
  kind: 'postgres' | 'embedded';
  /**
   * The URL for dedicated connections (LISTEN); null for the embedded database, which has a single
   * connection.
   */
  url: string | null;
  close: () => Promise<void>;
}

/** How long a PostgreSQL server may work on a statement, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a query waits for the answer of a PostgreSQL server, in milliseconds: longer than STATEMENT_TIMEOUT_MS. */
const QUERY_TIMEOUT_MS = 35_000;
/** How long a query waits for a free or a new connection to a PostgreSQL server, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long closing all connections may take, in milliseconds. */
const CLOSE_TIMEOUT_MS = 10_000;
/**
 * How long a connection to a PostgreSQL server is idle before the operating system checks that the server still
 * responds, in milliseconds.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;
const TIMESTAMPTZ_OID = 1184;
const INT8_ARRAY_OID = 1016;

/** The text format of a timestamptz in a UTC session. */
const UTC_TIMESTAMP_PATTERN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,3})\d*)?\+00$/;

/**
 * Converts '2026-11-21 07:55:03.12+00' to '2026-11-21T07:55:03.120Z'. It does not use `Date`, which
 * is slow for lists with hundreds of timestamps.
 */
function toIsoTimestamp(value: string): string {
  const parts = UTC_TIMESTAMP_PATTERN.exec(value);
  if (!parts) throw new Error(`The database wrote an instant that is not in UTC: ${value}`);
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z`;
}

/**
 * Converts database values to the types of the API: bigint and numeric values to numbers, dates and timestamps to
 * ISO text. The driver converts other types.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    switch (oid) {
      case INT8_OID:
      case NUMERIC_OID:
        return Number;
      case DATE_OID:
        return (value: string) => value;
      case TIMESTAMPTZ_OID:
        return toIsoTimestamp;
      case INT8_ARRAY_OID:
        return (value: string) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number));
      default:
        return pg.types.getTypeParser(oid, format as never);
    }
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const transactionContext = new AsyncLocalStorage<true>();

/**
 * Runs the function of an open transaction. A query of the function that uses the pool instead of the transaction
 * throws an error, because it could wait forever for the connection of the transaction.
 */
export const runInTransactionContext = <T>(run: () => Promise<T>): Promise<T> =>
  transactionContext.run(true, run);

/**
 * Wraps a pool. Within the function of an open transaction, the wrapper refuses connections,
 * because the embedded database has only one connection and the query would hang. The wrapper also
 * refuses connections while the embedded database is stopped because its disk is full.
 */
function guardPool(pool: pg.Pool, hasDiskSpace: () => boolean) {
  return {
    connect: () => {
      if (transactionContext.getStore())
        throw new Error('A query on the pool inside a transaction: use work.db');
      if (!hasDiskSpace()) throw makeError('diskFull');
      return pool.connect();
    },
    end: () => pool.end(),
  };
}

const makeDb = (pool: pg.Pool, hasDiskSpace: () => boolean = () => true): Db =>
  new Kysely<DatabaseTables>({
    dialect: new PostgresDialect({ pool: guardPool(pool, hasDiskSpace) as never }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

/**
 * Makes a function that closes the database. All its calls return the same promise. Kysely ends the pool only
 * if Kysely has sent a query, so otherwise the function ends the pool.
 */
function makeCloseFunction(db: Db, pool: pg.Pool, closeDatabase?: () => Promise<void>): () => Promise<void> {
  let closePromise: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    // The time limit is needed because the database may no longer respond.
    await runWithTimeLimit(CLOSE_TIMEOUT_MS, async () => {
      await db.destroy();
      if (!pool.ending) await pool.end();
    });
    await closeDatabase?.();
  };
  return () => (closePromise ??= close());
}

/**
 * Session settings for a PostgreSQL server. `jit` is off, because most queries of the product read few rows, and
 * compiling such a query can take a hundred times as long as running it.
 */
const SESSION_OPTIONS = `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c timezone=UTC -c jit=off`;

/**
 * Ignores the error events of connections, because Node ends the process on an error event without a listener.
 * When a connection is lost, its running query fails, and a later query opens a new connection.
 */
function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  // The pool itself listens only to the clients that are idle.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Connects to PostgreSQL if a URL is given; otherwise opens the embedded database in `dataDir`. */
export async function openDatabase(options: {
  url?: string | undefined;
  dataDir: string;
  poolSize?: number;
  /** How long a query waits for the answer of a PostgreSQL server, in milliseconds. */
  queryTimeoutMs?: number;
}): Promise<Connection> {
  if (options.url) {
    const pool = new pg.Pool({
      Client: PreparingClient,
      pipeline: true,
      connectionString: options.url,
      max: options.poolSize ?? 20,
      types: typeParsers,
      options: SESSION_OPTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    });
    ignoreConnectionErrors(pool);
    const db = makeDb(pool);
    return { db, pool, kind: 'postgres', url: options.url, close: makeCloseFunction(db, pool) };
  }
  const embedded = await openEmbeddedDatabase(options.dataDir);
  const pool = new pg.Pool({
    Client: PreparingClient,
    host: embedded.host,
    port: embedded.port,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    types: typeParsers,
  });
  ignoreConnectionErrors(pool);
  const db = makeDb(pool, embedded.hasDiskSpace);
  return {
    db,
    pool,
    kind: 'embedded',
    url: null,
    close: makeCloseFunction(db, pool, embedded.close),
  };
}
