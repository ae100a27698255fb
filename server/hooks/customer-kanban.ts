import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { HooksOf } from './hooks.ts';
import { buildSessionCondition, revokeSessions } from './revoke-sessions.ts';

/** Revokes links that are not revoked yet, and ends the sessions of their visitors. @returns the ids of these links */
export async function revokeLinks(
  tx: Transaction,
  column: 'id' | 'kanban_id',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`update kanban_link set revoked_at = ${tx.now}, version = version + 1,
      updated_at = ${tx.now}, updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and ${sql.ref(column)} = any(${ids}::bigint[]) and revoked_at is null
    returning id`.execute(tx.db);
  const revokedIds = rows.map(({ id }) => id);
  if (revokedIds.length === 0) return revokedIds;
  await revokeSessions(tx, buildSessionCondition(tx, 'kanban_link_id', revokedIds));
  for (const id of revokedIds) tx.log({ entity: 'kanbanLink', id, action: 'revoke' });
  tx.announce('board', 'kanbanLink', revokedIds);
  return revokedIds;
}

/**
 * A kanban keeps its customer, because its links were given to people of this customer. Deleting a kanban revokes its
 * links.
 */
export const customerKanbanHooks: HooksOf<'customerKanban'> = {
  beforeSave: (_tx, next, before) => {
    if (before && before.customerId !== next.customerId)
      throw makeError('fieldsInvalid', {}, { customerId: { reason: 'notAChoice' } });
    const fields = next.shownFields.map(({ field }) => field);
    const repeatedIndex = fields.findIndex((field, index) => fields.indexOf(field) !== index);
    if (repeatedIndex !== -1)
      throw makeError(
        'fieldsInvalid',
        {},
        { [`shownFields[${repeatedIndex}].field`]: { reason: 'repeated' } },
      );
    if (next.layout === 'ordersByMilestone' && next.milestoneIds.length === 0)
      throw makeError('fieldsInvalid', {}, { milestoneIds: { reason: 'required' } });
    return Promise.resolve();
  },
  beforeDelete: async (tx, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeLinks(tx, 'kanban_id', ids);
    await sql`update kanban_link set deleted_at = ${tx.now}
      where factory_id = ${tx.factoryId} and kanban_id = any(${ids}::bigint[]) and deleted_at is null`.execute(
      tx.db,
    );
  },
};
