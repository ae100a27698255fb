import type { Transaction } from '../../db/transaction.ts';
import {
  getNextInspectionState,
  lockInspection,
  refuseStaleInspection,
  writeInspection,
} from './lock-inspection.ts';

/** Cancels an inspection that is not concluded. Its values stay readable. @throws rowNotFound, inspectionState, stale */
export async function cancelInspection(
  tx: Transaction,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  const inspection = await lockInspection(tx, id);
  const state = getNextInspectionState(inspection, 'cancelInspection');
  refuseStaleInspection(inspection, version);
  const newVersion = await writeInspection(tx, inspection, 'cancelInspection', { state, reason });
  return { id, state, version: newVersion };
}
