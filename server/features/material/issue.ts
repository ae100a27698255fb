import type { PartMaterials } from '#shared/reporting/issued-materials.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  findMaterialToIssue,
  loadPlannedMaterials,
  postMaterialIssues,
} from '../../ledger/material-issues.ts';
import { lockPartForIssue } from './lock-part.ts';
import { readPartMaterials } from './read-part-materials.ts';

interface IssueInput {
  partId: number;
  materialId: number;
  quantity: number;
  remark: string | null;
}

/**
 * Issues a material to a part by hand, without a report. A quantity beyond the plan is issued too, and the issue is
 * marked.
 * @returns the materials of the part
 * @throws rowNotFound, orderState, materialUnknown, materialNotPlanned
 */
export async function issueMaterial(tx: Transaction, input: IssueInput): Promise<PartMaterials> {
  const { partId, materialId, quantity, remark } = input;
  await lockPartForIssue(tx, partId);
  const plannedMaterials = await loadPlannedMaterials(tx.db, tx.factoryId, partId);
  const material = await findMaterialToIssue(tx, partId, { id: materialId }, plannedMaterials, 'materialId');
  await postMaterialIssues(tx, partId, [{ material, quantity }], { remark });
  tx.log({
    entity: 'part',
    id: partId,
    action: 'issueMaterial',
    before: { issued: material.issued },
    after: { materialId, quantity, remark },
  });
  return readPartMaterials(tx.db, tx.factoryId, partId);
}
