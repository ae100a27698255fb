import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { PartMaterials } from '#shared/reporting/issued-materials.ts';
import type { Transaction } from '../../db/transaction.ts';
import { takeBackMaterialIssues } from '../../ledger/material-issues.ts';
import { lockPartForIssue } from './lock-part.ts';
import { readPartMaterials } from './read-part-materials.ts';

interface StoredIssue {
  partId: number;
  materialId: number;
  quantity: number;
  reportId: number | null;
  isReversed: boolean;
}

async function readIssue(tx: Transaction, issueId: number): Promise<StoredIssue> {
  const { rows } = await sql<StoredIssue>`select i.part_id, i.material_id, i.quantity, i.report_id,
      i.reverses_id is not null or exists (
        select 1 from material_issue r where r.factory_id = i.factory_id and r.reverses_id = i.id) as is_reversed
    from material_issue i where i.factory_id = ${tx.factoryId} and i.id = ${issueId}`.execute(tx.db);
  if (!rows[0]) throw makeError('rowNotFound', {}, { issueId: { reason: 'notAReference' } });
  return rows[0];
}

/**
 * Reverses an issue that was made by hand, by adding an opposite issue. The issues of a report are reversed with the
 * report.
 * @returns the materials of the part
 * @throws rowNotFound, orderState, issueOfReport, issueReversed
 */
export async function reverseIssue(
  tx: Transaction,
  { issueId, reason }: { issueId: number; reason: string },
): Promise<PartMaterials> {
  const { partId } = await readIssue(tx, issueId);
  await lockPartForIssue(tx, partId);
  // The issue is read again under the lock, because another request may have reversed it.
  const issue = await readIssue(tx, issueId);
  if (issue.reportId !== null) throw makeError('issueOfReport');
  if (issue.isReversed) throw makeError('issueReversed');
  await takeBackMaterialIssues(tx, [{ issueId, remark: reason }]);
  const { materialId, quantity } = issue;
  tx.log({
    entity: 'part',
    id: partId,
    action: 'reverseIssue',
    before: { materialId, quantity },
    after: { reason },
  });
  return readPartMaterials(tx.db, tx.factoryId, partId);
}
