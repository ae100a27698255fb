import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { getNextInspectionState, lockInspection } from './lock-inspection.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * Cancels an inspection that is not concluded. Its values stay readable.
 * @throws rowNotFound, inspectionState, stale
 */
export async function cancelInspection(
  tx: Transaction,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  const inspection = await lockInspection(tx, id);
  const state = getNextInspectionState(inspection, 'cancelInspection');
  refuseStale(inspection, version);
  const newVersion = await writeChange(
    tx,
    'inspection',
    inspection,
    { state, reason },
    { action: 'cancelInspection' },
  );
  return { id, state, version: newVersion };
}
