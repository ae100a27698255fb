import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import type { Work } from './work.ts';

/** What the writers of a factory take turns at. A word names one thing; what follows it tells which one. */
export const FACTORY_LOCKS = [
  'addedCall',
  'administrators',
  'customColumns',
  'editions',
  'importedList',
  'importedLog',
  'onlyRow',
  'planNodes',
  'rosters',
  'tree',
  'twins',
] as const;
export type FactoryLock = (typeof FACTORY_LOCKS)[number];

/** What the nodes of a database take turns at. Any numbers; every version of the product knows the same. */
export const NODE_LOCKS = { migrate: 4_731_205, wireKeys: 4_731_206, firstStart: 4_731_208 } as const;
export type NodeLock = keyof typeof NODE_LOCKS;

type InFactory = Pick<Work, 'db' | 'factoryId'>;

/** The text that a lock is named by: no two locks have the same. */
export const lockText = (factoryId: number, lock: FactoryLock, of: readonly string[]): string =>
  JSON.stringify([lock, factoryId, ...of]);

/** 64 bits, so that texts which differ do not meet. */
const keyOf = (work: InFactory, lock: FactoryLock, of: readonly string[]) =>
  sql`hashtextextended(${lockText(work.factoryId, lock, of)}, 0)`;

/** Waits for its turn, and keeps it until the transaction ends. */
export async function lockName(work: InFactory, lock: FactoryLock, ...of: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(work, lock, of)})`.execute(work.db);
}

/** Takes its turn, until the transaction ends, where nobody else has it. @returns whether it has */
export async function tryLock(work: InFactory, lock: FactoryLock, ...of: string[]): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(work, lock, of)}) as free`.execute(work.db);
  return rows[0]!.free;
}

/** Waits until no other node does the same, until the transaction ends. */
export async function lockNodes(db: Db, lock: NodeLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NODE_LOCKS[lock]})`.execute(db);
}

/** Runs something that other nodes wait for, on the connection that holds the lock. */
export async function withSessionLock<T>(
  pool: pg.Pool,
  lock: NodeLock,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [NODE_LOCKS[lock]]);
    try {
      return await run(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [NODE_LOCKS[lock]]);
    }
  } finally {
    client.release();
  }
}
