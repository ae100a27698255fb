import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import type { Work } from '../../db/work.ts';

/**
 * Sorts the words of a class in the requested order; the other words come after them.
 * @throws nothingSelected if no ids are given; rowNotFound if an id is not a word of the class
 */
export async function arrangeClassificationValues(
  work: Work,
  classId: ClassificationClass,
  ids: readonly number[],
): Promise<{ arranged: number }> {
  if (ids.length === 0) throw makeError('nothingSelected');
  const { rows } = await sql<{ id: number; seq: number }>`select id, seq from classification
    where factory_id = ${work.factoryId} and class_id = ${classId} and deleted_at is null
    order by id for update`.execute(work.db);
  const known = new Set(rows.map((row) => row.id));
  if (!ids.every((id) => known.has(id))) throw makeError('rowNotFound');
  const rest = rows.filter(({ id }) => !ids.includes(id)).sort((one, other) => one.seq - other.seq);
  const order = [...ids, ...rest.map((row) => row.id)];
  await sql`update classification c set seq = n.seq, version = version + 1, updated_at = now(), updated_by = ${work.name}
    from unnest(${order}::bigint[]) with ordinality as n (id, seq)
    where c.factory_id = ${work.factoryId} and c.id = n.id and c.seq <> n.seq`.execute(work.db);
  work.log({
    entity: 'classification',
    id: null,
    action: 'arrange',
    before: { classId, ids: rows.toSorted((one, other) => one.seq - other.seq).map((row) => row.id) },
    after: { classId, ids: order },
  });
  work.announce('setting', 'classification', order);
  return { arranged: order.length };
}
