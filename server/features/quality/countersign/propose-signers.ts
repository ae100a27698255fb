import { sql } from 'kysely';
import type { ProposedSigner } from '#shared/quality/answers.ts';
import type { Db } from '../../../db/database.ts';
import { readException } from '../lock-exception.ts';
import { proposeLoss } from '../propose-loss.ts';

interface ProposeInput {
  id: number;
  responsibleProcessId: number;
  rework: number;
  scrap: number;
  /** The lost cost that a person has entered; null if the server has to propose it from the quantities. */
  lostCost: number | null;
}

/**
 * Proposes the signers of a countersign by the signing rules of the factory. A rule applies if the loss is at
 * least its `lossFrom`. A rule with a department applies only if the responsible process belongs to this
 * department or to a department below it. People who cannot sign are left out.
 * @throws rowNotFound
 */
export async function proposeSigners(
  db: Db,
  factoryId: number,
  { id, responsibleProcessId, rework, scrap, lostCost }: ProposeInput,
): Promise<ProposedSigner[]> {
  const exception = await readException(db, factoryId, id);
  const proposedLoss = await proposeLoss(db, factoryId, { ...exception, rework, scrap });
  const loss = lostCost ?? proposedLoss.lostMaterialCost + proposedLoss.lostManufacturingCost;
  const { rows } = await sql<ProposedSigner>`
    with recursive departments as (
      select d.id, d.parent_id from process p
        join work_group g on g.factory_id = p.factory_id and g.id = p.work_group_id
        join department d on d.factory_id = g.factory_id and d.id = g.department_id
      where p.factory_id = ${factoryId} and p.id = ${responsibleProcessId}
      union
      select d.id, d.parent_id from department d
        join departments below on d.factory_id = ${factoryId} and d.id = below.parent_id
    )
    select e.id as employee_id, e.name from signing_rule r
      join signing_rule_signer_ids s on s.factory_id = r.factory_id and s.owner_id = r.id
      join employee e on e.factory_id = s.factory_id and e.id = s.target_id and e.deleted_at is null
    where r.factory_id = ${factoryId} and r.deleted_at is null and r.loss_from <= ${loss}
      and (r.department_id is null or r.department_id in (select id from departments))
      and e.working_status <> 'quit' and exists (select 1 from account a
        where a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null)
    group by e.id, e.name
    order by min(r.loss_from), min(r.id), min(s.position)`.execute(db);
  return rows;
}
