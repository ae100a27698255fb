import type { Selectable } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { DatabaseTables } from './database.ts';
import type { Transaction } from './transaction.ts';

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
