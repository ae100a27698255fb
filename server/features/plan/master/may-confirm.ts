import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ActualDays } from '#shared/planning/master-plan/compute-plan.ts';
import type { ConfirmationKind, PlanNodeFacts } from '#shared/planning/master-plan/plan-answer.ts';
import type { Db } from '../../../db/database.ts';

/** The person who confirms, with the permissions of the account and the department of the employee. */
export type Confirmer = Pick<CurrentUser, 'employeeId' | 'permissions'> & { departmentId: number | null };

/** Loads what decides which nodes the caller may confirm. The department comes from the database. */
export async function loadConfirmer(db: Db, user: CurrentUser): Promise<Confirmer> {
  const { factoryId, employeeId, permissions } = user;
  if (employeeId === null) return { employeeId, permissions, departmentId: null };
  const employee = await db
    .selectFrom('employee')
    .select('departmentId')
    .where('factoryId', '=', factoryId)
    .where('id', '=', employeeId)
    .executeTakeFirst();
  return { employeeId, permissions, departmentId: employee?.departmentId ?? null };
}

/**
 * Whether somebody may confirm a node. People who may change plans, the leader of the project and, for a task
 * of a department, the people of the department may do so. Nobody may confirm a node that follows processes.
 */
export function mayConfirmNode(
  { nodeType, departmentId }: Pick<PlanNodeFacts, 'nodeType' | 'departmentId'>,
  leaderId: number | null,
  confirmer: Confirmer,
): boolean {
  if (nodeType === 'boundToCrafts') return false;
  if (hasPermission(confirmer, 'WORK_PLAN_MODIFY')) return true;
  if (confirmer.employeeId !== null && confirmer.employeeId === leaderId) return true;
  return nodeType === 'departmentTask' && departmentId !== null && departmentId === confirmer.departmentId;
}

/** Lists what can be confirmed next for a node. The end can be confirmed without the start. */
export function listConfirmable({ startedOn, endedOn }: ActualDays): ConfirmationKind[] {
  if (endedOn !== null) return [];
  return startedOn === null ? ['beginNode', 'finishNode'] : ['finishNode'];
}
