import { sql, type Selectable } from 'kysely';
import type pg from 'pg';
import { makeError } from '#shared/kernel/errors.ts';
import type { DatabaseTables, Db } from './database.ts';
import type { Transaction } from './transaction.ts';

/**
 * The names of the advisory locks of a factory. Additional texts, such as an id, can limit a lock to one
 * object.
 */
export const FACTORY_LOCKS = [
  'addedCall',
  'addedCorrective',
  'addedException',
  'addedGaugeStudy',
  'addedInspection',
  'frozenLimits',
  'administrators',
  'alarms',
  'customColumns',
  'dailyPlan',
  'editions',
  'importedList',
  'importedLog',
  'onlyRow',
  'planNodes',
  'rosters',
  'schedules',
  'synchronised',
  'tree',
  'twins',
] as const;
type FactoryLock = (typeof FACTORY_LOCKS)[number];

/**
 * The keys of the advisory locks between the nodes of a database. A key must not change, because nodes of different
 * versions use it.
 */
export const NODE_LOCKS = { migrate: 4_731_205, wireKeys: 4_731_206, firstStart: 4_731_208 } as const;
export type NodeLock = keyof typeof NODE_LOCKS;

type FactoryTransaction = Pick<Transaction, 'db' | 'factoryId'>;

/** Makes the text that identifies a lock. The database hashes it to the key of the lock. */
export const makeLockText = (factoryId: number, lock: FactoryLock, keyParts: readonly string[]): string =>
  JSON.stringify([lock, factoryId, ...keyParts]);

/** Builds the SQL of the key of a lock. The key has 64 bits, so two locks hardly ever share a key. */
const buildLockKey = (tx: FactoryTransaction, lock: FactoryLock, keyParts: readonly string[]) =>
  sql`hashtextextended(${makeLockText(tx.factoryId, lock, keyParts)}, 0)`;

/** Waits for a lock of a factory, and holds it until the transaction ends. */
export async function waitForLock(
  tx: FactoryTransaction,
  lock: FactoryLock,
  ...keyParts: string[]
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${buildLockKey(tx, lock, keyParts)})`.execute(tx.db);
}

/**
 * Takes a lock of a factory if it is free, and holds it until the transaction ends.
 * @returns whether the lock was taken
 */
export async function takeLockIfFree(
  tx: FactoryTransaction,
  lock: FactoryLock,
  ...keyParts: string[]
): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${buildLockKey(tx, lock, keyParts)}) as is_free`.execute(tx.db);
  return rows[0]!.isFree;
}

/** Waits for a lock between nodes, and holds it until the transaction `db` ends. */
export async function waitForNodeLock(db: Db, lock: NodeLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NODE_LOCKS[lock]})`.execute(db);
}

/** Waits for a lock between nodes, and runs a function on the connection that holds the lock. */
export async function runWithNodeLock<T>(
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

/** The tables whose rows belong to a factory and can be deleted. */
type LockableTable = {
  [T in keyof DatabaseTables]: DatabaseTables[T] extends {
    factoryId: unknown;
    id: unknown;
    deletedAt: unknown;
  }
    ? T
    : never;
}[keyof DatabaseTables];

type Columns<T extends LockableTable> = keyof Selectable<DatabaseTables[T]> & string;

/**
 * Locks a row of the factory until the transaction ends, and reads some of its columns.
 * @throws rowNotFound if the factory has no such row, or if the row is deleted
 */
export async function lockRow<T extends LockableTable, C extends Columns<T>>(
  tx: Transaction,
  table: T,
  id: number,
  columns: readonly C[],
): Promise<Pick<Selectable<DatabaseTables[T]>, C>> {
  const { ref } = tx.db.dynamic;
  const row = await tx.db
    .selectFrom(tx.db.dynamic.table(table).as('locked'))
    .select(columns.map((column) => ref<string>(`locked.${column}`)))
    .where(ref('locked.factoryId'), '=', tx.factoryId)
    .where(ref('locked.id'), '=', id)
    .where(ref('locked.deletedAt'), 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw makeError('rowNotFound');
  // The columns of a table that is chosen at run time have no types.
  return row as unknown as Pick<Selectable<DatabaseTables[T]>, C>;
}
