import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import type { Transaction } from '../../db/transaction.ts';

/**
 * Puts the classifications of a class into the order of the given ids. The other classifications come after them.
 * @throws nothingSelected if no ids are given; rowNotFound if an id does not belong to the class
 */
export async function arrangeClassificationValues(
  tx: Transaction,
  classId: ClassificationClass,
  ids: readonly number[],
): Promise<{ arranged: number }> {
  if (ids.length === 0) throw makeError('nothingSelected');
  const { rows } = await sql<{ id: number; seq: number }>`select id, seq from classification
    where factory_id = ${tx.factoryId} and class_id = ${classId} and deleted_at is null
    order by id for update`.execute(tx.db);
  const classificationIds = new Set(rows.map((row) => row.id));
  if (!ids.every((id) => classificationIds.has(id))) throw makeError('rowNotFound');
  const remainingRows = rows.filter(({ id }) => !ids.includes(id)).sort((a, b) => a.seq - b.seq);
  const orderedIds = [...ids, ...remainingRows.map((row) => row.id)];
  await sql`update classification c set seq = n.seq, version = version + 1, updated_at = now(), updated_by = ${tx.name}
    from unnest(${orderedIds}::bigint[]) with ordinality as n (id, seq)
    where c.factory_id = ${tx.factoryId} and c.id = n.id and c.seq <> n.seq`.execute(tx.db);
  tx.log({
    entity: 'classification',
    id: null,
    action: 'arrange',
    before: { classId, ids: rows.toSorted((a, b) => a.seq - b.seq).map((row) => row.id) },
    after: { classId, ids: orderedIds },
  });
  tx.announce('setting', 'classification', orderedIds);
  return { arranged: orderedIds.length };
}
