import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { waitForLock } from '../db/lock.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf, SavedRowOf } from './hooks.ts';

/** Refuses a node without the fields that its type requires. */
function refuseIncompleteNode(next: DraftOf<'masterPlanNode'>): void {
  if (next.nodeType === 'departmentTask' && next.departmentId === null)
    throw makeError('fieldsInvalid', {}, { departmentId: { reason: 'required' } });
  if (next.nodeType === 'boundToCrafts' && next.craftIds.length === 0)
    throw makeError('fieldsInvalid', {}, { craftIds: { reason: 'required' } });
}

/**
 * Refuses to change the type of a node while templates or plans use the node (specification §5). The caller
 * has locked the node, so that no other transaction can start to use it.
 */
async function refuseTypeChange(
  tx: Transaction,
  next: DraftOf<'masterPlanNode'>,
  before: SavedRowOf<'masterPlanNode'>,
): Promise<void> {
  if (next.nodeType === before.nodeType) return;
  const result = await sql<{ count: number }>`select (
      select count(distinct t.id) from master_plan_template_nodes n
        join master_plan_template t on t.factory_id = n.factory_id and t.id = n.owner_id and t.deleted_at is null
      where n.factory_id = ${tx.factoryId} and n.node_id = ${before.id}
    ) + (
      select count(distinct p.id) from master_plan_nodes n
        join master_plan p on p.factory_id = n.factory_id and p.id = n.owner_id and p.deleted_at is null
      where n.factory_id = ${tx.factoryId} and n.node_id = ${before.id}
    ) as count`.execute(tx.db);
  const { count } = result.rows[0]!;
  if (count > 0)
    throw makeError('nodeTypeFixed', { name: before.name, count }, { nodeType: { reason: 'notAChoice' } });
}

/**
 * Refuses a node that directly or indirectly follows itself. A lock prevents concurrent changes of
 * predecessors.
 */
async function refuseCycle(
  tx: Transaction,
  next: DraftOf<'masterPlanNode'>,
  before: SavedRowOf<'masterPlanNode'>,
): Promise<void> {
  if (next.predecessorId === null || next.predecessorId === before.predecessorId) return;
  await waitForLock(tx, 'planNodes');
  const cycle = await sql`with recursive up(id) as (
      select ${next.predecessorId}::bigint
      union
      select n.predecessor_id from master_plan_node n join up on n.id = up.id
      where n.factory_id = ${tx.factoryId} and n.predecessor_id is not null
    ) select 1 from up where id = ${before.id}`.execute(tx.db);
  if (cycle.rows.length > 0)
    throw makeError('cyclicPlan', { name: next.name }, { predecessorId: { reason: 'notAReference' } });
}

/**
 * A node has the fields that its type requires. The type cannot be changed while the node is in use, and
 * a node cannot directly or indirectly follow itself.
 */
export const masterPlanNodeHooks: HooksOf<'masterPlanNode'> = {
  beforeSave: async (tx, next, before) => {
    refuseIncompleteNode(next);
    if (!before) return;
    await refuseTypeChange(tx, next, before);
    await refuseCycle(tx, next, before);
  },
};
