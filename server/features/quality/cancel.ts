import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { releasePieces } from '../../ledger/quality.ts';
import { openRouting } from '../../ledger/routing.ts';
import {
  getNextQualityState,
  lockException,
  refuseStaleException,
  writeException,
  type StoredException,
} from './lock-exception.ts';

/** Who may not determine exceptions can only withdraw their own, before it is determined. @throws notYourException */
function refuseExceptionOfOthers(user: CurrentUser, { raisedById, state }: StoredException): void {
  if (hasPermission(user, 'QUALITY_DETERMINE')) return;
  const isOwn = user.employeeId !== null && raisedById === user.employeeId;
  if (!isOwn || state !== 'waitingForInitiation') throw makeError('notYourException');
}

/**
 * Cancels an exception before its remedies have passed. Its pieces go back to where they came from.
 * @throws rowNotFound, qualityState, stale, notYourException
 */
export async function cancelException(
  tx: Transaction,
  user: CurrentUser,
  { id, version, cancelReason }: { id: number; version: number; cancelReason: string },
) {
  const exception = await lockException(tx, id);
  const state = getNextQualityState(exception, 'cancel');
  refuseStaleException(exception, version);
  refuseExceptionOfOthers(user, exception);
  const routing = await openRouting(tx, [exception.processId], { mayChangeLosses: true });
  await releasePieces(tx, routing, exception);
  await closeRouting(tx, routing);
  const values = { state, cancelReason, cancelledAt: tx.now };
  const newVersion = await writeException(tx, exception, values);
  tx.log({
    entity: 'qualityException',
    id,
    action: 'cancelException',
    before: { state: exception.state },
    after: values,
  });
  return { id, state, version: newVersion };
}
