import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { getNextInspectionState, lockInspection } from './lock-inspection.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * Releases a failed inspection: a failed first article no longer blocks its process.
 * @throws rowNotFound, inspectionState, stale
 */
export async function releaseInspection(
  tx: Transaction,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  const inspection = await lockInspection(tx, id);
  const state = getNextInspectionState(inspection, 'releaseInspection');
  refuseStale(inspection, version);
  const newVersion = await writeChange(
    tx,
    'inspection',
    inspection,
    { state, reason, releasedAt: tx.now, releasedBy: tx.name },
    { action: 'releaseInspection' },
  );
  return { id, state, version: newVersion };
}
