import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ConfirmationKind, PlanNodeFacts } from '#shared/planning/master-plan/plan-answer.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { findActualDays } from './compute-loaded-plan.ts';
import { type LoadedPlan, loadPlans } from './load-plans.ts';
import { listConfirmable, loadConfirmer, mayConfirmNode } from './may-confirm.ts';
import { notifyConcerned } from './notify-concerned.ts';

interface ConfirmInput {
  id: number;
  seq: number;
  nodeId: number;
  kind: ConfirmationKind;
  day: string;
  remark: string | null;
}

/**
 * Locks and loads a plan. The lock makes confirmations and changes of the plan wait for each other.
 * @throws rowNotFound
 */
async function lockPlan(tx: Transaction, user: CurrentUser, id: number): Promise<LoadedPlan> {
  const lockedPlan = await tx.db
    .selectFrom('masterPlan')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const [plan] = lockedPlan ? await loadPlans(tx.db, user, [id]) : [];
  if (!plan) throw makeError('rowNotFound');
  return plan;
}

/** Refuses a node that the caller may not confirm. @throws planNodeByProcesses, notYourPlanNode */
async function refuseNodeOfOthers(
  tx: Transaction,
  user: CurrentUser,
  { facts }: LoadedPlan,
  node: PlanNodeFacts,
): Promise<void> {
  if (node.nodeType === 'boundToCrafts') throw makeError('planNodeByProcesses', { name: node.name });
  if (!mayConfirmNode(node, facts.leaderId, await loadConfirmer(tx.db, user)))
    throw makeError('notYourPlanNode', { name: node.name });
}

/**
 * Confirms that a node has started or ended on a day, and notifies the people whom it concerns.
 * @throws rowNotFound, planNodeByProcesses, notYourPlanNode, planNodeState; fieldsInvalid for a day in the future or
 * before the start of the node
 */
export async function confirmNode(
  tx: Transaction,
  user: CurrentUser,
  { id, seq, nodeId, kind, day, remark }: ConfirmInput,
): Promise<{ confirmationId: number }> {
  const plan = await lockPlan(tx, user, id);
  const node = plan.nodes.find((candidate) => candidate.seq === seq && candidate.nodeId === nodeId);
  if (!node) throw makeError('rowNotFound', {}, { nodeId: { reason: 'notAReference' } });
  await refuseNodeOfOthers(tx, user, plan, node);
  const actualDays = findActualDays(plan).get(seq)!;
  if (!listConfirmable(actualDays).includes(kind))
    throw makeError('planNodeState', {
      name: node.name,
      state: markAsTerm(actualDays.endedOn === null ? 'nodeBegun' : 'nodeEnded'),
    });
  const today = toLocalDay(user.zone, Date.parse(tx.now));
  if (day > today)
    throw makeError('fieldsInvalid', {}, { day: { reason: 'tooLarge', params: { max: today } } });
  if (actualDays.startedOn !== null && day < actualDays.startedOn)
    throw makeError(
      'fieldsInvalid',
      {},
      { day: { reason: 'tooSmall', params: { min: actualDays.startedOn } } },
    );
  const { id: confirmationId } = await tx.db
    .insertInto('planConfirmation')
    .values({
      ...{ factoryId: tx.factoryId, planId: id, seq, kind, day, remark },
      ...{ employeeId: user.employeeId, byName: tx.name, withdrawsId: null, at: tx.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyConcerned(tx, plan, { confirmationId, seq, kind, employeeId: user.employeeId });
  tx.announce('plan', 'masterPlan', [id]);
  tx.log({ entity: 'masterPlan', id, action: kind, after: { seq, node: node.name, day, remark } });
  return { confirmationId };
}

/**
 * Withdraws a confirmation by a new row that refers to it. The start of a node can be withdrawn only until the node
 * ends.
 * @throws rowNotFound, planNodeByProcesses, notYourPlanNode, planNodeState
 */
export async function withdrawConfirmation(
  tx: Transaction,
  user: CurrentUser,
  { id, confirmationId, reason }: { id: number; confirmationId: number; reason: string },
): Promise<{ confirmationId: number }> {
  const plan = await lockPlan(tx, user, id);
  const confirmation = plan.confirmations.find((candidate) => candidate.confirmationId === confirmationId);
  if (!confirmation) throw makeError('rowNotFound', {}, { confirmationId: { reason: 'notAReference' } });
  const { seq, kind, day } = confirmation;
  const node = plan.nodes.find((candidate) => candidate.seq === seq);
  if (!node) throw makeError('rowNotFound', {}, { confirmationId: { reason: 'notAReference' } });
  await refuseNodeOfOthers(tx, user, plan, node);
  if (kind === 'beginNode' && findActualDays(plan).get(seq)!.endedOn !== null)
    throw makeError('planNodeState', { name: node.name, state: markAsTerm('nodeEnded') });
  const { id: withdrawalId } = await tx.db
    .insertInto('planConfirmation')
    .values({
      ...{ factoryId: tx.factoryId, planId: id, seq, kind, day, remark: reason },
      ...{ employeeId: user.employeeId, byName: tx.name, withdrawsId: confirmationId, at: tx.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Marks the notices about the withdrawn confirmation as seen, because they are wrong now.
  await tx.db
    .updateTable('planNotice')
    .set({ seenAt: tx.now })
    .where('factoryId', '=', tx.factoryId)
    .where('confirmationId', '=', confirmationId)
    .where('seenAt', 'is', null)
    .execute();
  tx.announce('plan', 'masterPlan', [id]);
  tx.log({
    ...{ entity: 'masterPlan', id, action: 'withdrawConfirmation' },
    before: { seq, node: node.name, kind, day },
    after: { reason },
  });
  return { confirmationId: withdrawalId };
}
