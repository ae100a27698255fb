import { sql } from 'kysely';
import type { Transaction } from '../db/transaction.ts';
import type { RoutingProcess } from '../ledger/routing.ts';

/**
 * Whether a process has no received or excess pieces, no running report, no report of production, and no
 * shipment to a supplier. Reversed reports do not count. A process can be deleted only if this is true.
 */
export const hasNoPiecesOrReports = (
  process: Pick<RoutingProcess, 'received' | 'excess' | 'openReports' | 'hasRun'>,
): boolean => process.received === 0 && process.excess === 0 && process.openReports === 0 && !process.hasRun;

/** An extra process of a part, with the names that a refusal shows. */
interface NamedExtraProcess {
  id: number;
  partId: number;
  partName: string;
  craftName: string;
}

/** Finds the first extra process of some parts; undefined if they have none. */
export async function findExtraProcess(
  { db, factoryId }: Pick<Transaction, 'db' | 'factoryId'>,
  partIds: readonly number[],
): Promise<NamedExtraProcess | undefined> {
  const { rows } = await sql<NamedExtraProcess>`
    select x.id, x.part_id, t.name as part_name, c.name as craft_name from extra_process x
      join part t on t.factory_id = x.factory_id and t.id = x.part_id
      join craft c on c.factory_id = x.factory_id and c.id = x.craft_id
    where x.factory_id = ${factoryId} and x.part_id = any(${[...partIds]}::bigint[]) and x.deleted_at is null
    order by x.id limit 1`.execute(db);
  return rows[0];
}

/** Marks processes as deleted. The caller must have locked the parts of the processes. */
export async function deleteProcesses(tx: Transaction, processes: readonly RoutingProcess[]): Promise<void> {
  if (processes.length === 0) return;
  const ids = processes.map((process) => process.id);
  await tx.db
    .updateTable('process')
    .set({ deletedAt: tx.now, updatedBy: tx.name })
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', ids)
    .execute();
  tx.announce('progress', 'process', ids);
}
