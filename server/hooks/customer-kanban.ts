import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Work } from '../db/work.ts';
import type { HooksOf } from './hooks.ts';
import { buildSessionCondition, revokeSessions } from './revoke-sessions.ts';

/** Revokes links that are not revoked yet, and ends the sessions of their visitors. @returns the ids of these links */
export async function revokeLinks(
  work: Work,
  column: 'id' | 'kanban_id',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`update kanban_link set revoked_at = ${work.now}, version = version + 1,
      updated_at = ${work.now}, updated_by = ${work.name}
    where factory_id = ${work.factoryId} and ${sql.ref(column)} = any(${ids}::bigint[]) and revoked_at is null
    returning id`.execute(work.db);
  const revoked = rows.map(({ id }) => id);
  if (revoked.length === 0) return revoked;
  await revokeSessions(work, buildSessionCondition(work, 'kanban_link_id', revoked));
  for (const id of revoked) work.log({ entity: 'kanbanLink', id, action: 'revoke' });
  work.announce('board', 'kanbanLink', revoked);
  return revoked;
}

/**
 * A kanban keeps its customer, because its links were given to people of this customer. Deleting a kanban revokes its
 * links.
 */
export const customerKanbanHooks: HooksOf<'customerKanban'> = {
  beforeSave: (_work, next, before) => {
    if (before && before.customerId !== next.customerId)
      throw makeError('fieldsInvalid', {}, { customerId: { reason: 'notAChoice' } });
    const fields = next.shownFields.map(({ field }) => field);
    const repeated = fields.findIndex((field, index) => fields.indexOf(field) !== index);
    if (repeated !== -1)
      throw makeError('fieldsInvalid', {}, { [`shownFields[${repeated}].field`]: { reason: 'repeated' } });
    if (next.layout === 'ordersByMilestone' && next.milestoneIds.length === 0)
      throw makeError('fieldsInvalid', {}, { milestoneIds: { reason: 'required' } });
    return Promise.resolve();
  },
  beforeDelete: async (work, rows) => {
    const ids = rows.map((row) => row.id);
    await revokeLinks(work, 'kanban_id', ids);
    await sql`update kanban_link set deleted_at = ${work.now}
      where factory_id = ${work.factoryId} and kanban_id = any(${ids}::bigint[]) and deleted_at is null`.execute(
      work.db,
    );
  },
};
