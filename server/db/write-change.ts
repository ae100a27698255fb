import type { Updateable } from 'kysely';
import { getEntity, type EntityName } from '#shared/entities/index.ts';
import type { DatabaseTables } from './database.ts';
import type { Transaction } from './transaction.ts';

/** A row that the transaction has locked. */
interface LockedRow {
  readonly id: number;
  readonly version: number;
  readonly state?: string;
}

/** What the log says about a change. */
interface LoggedChange {
  action: Parameters<Transaction['log']>[0]['action'];
  /** The values before the change; by default the state of the row. */
  before?: Record<string, unknown>;
  /** The values after the change; by default the written values. */
  after?: Record<string, unknown>;
}

/**
 * Writes values of a locked row with its next version, logs the change and announces it.
 * @param values the values to write; empty if only rows that belong to the row have changed
 * @returns the new version
 */
export async function writeChange<N extends Exclude<EntityName, 'factory'>>(
  tx: Transaction,
  entity: N,
  row: LockedRow,
  values: Updateable<DatabaseTables[N]>,
  { action, before = { state: row.state }, after = { ...values } }: LoggedChange,
): Promise<number> {
  const version = row.version + 1;
  // Kysely's types need the name of one table, so the code names `inspection`. The table of every entity has
  // the columns `version`, `updatedAt` and `updatedBy`.
  const writtenValues = { ...values, version, updatedAt: tx.now, updatedBy: tx.name };
  await tx.db
    .updateTable(entity as 'inspection')
    .set(writtenValues as Updateable<DatabaseTables['inspection']>)
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', row.id)
    .execute();
  tx.announce(getEntity(entity).topic ?? 'setting', entity, [row.id]);
  tx.log({ entity, id: row.id, action, before, after });
  return version;
}
