import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { releasePieces } from '../../ledger/quality.ts';
import { openRouting } from '../../ledger/routing.ts';
import { getNextQualityState, lockException, type StoredException } from './lock-exception.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * Refuses a user who may not cancel an exception. Users with the permission to determine exceptions may
 * cancel it. The user who raised it may also cancel it, until it is determined.
 * @throws notYourException
 */
function refuseExceptionOfOthers(user: CurrentUser, { raisedById, state }: StoredException): void {
  if (hasPermission(user, 'QUALITY_DETERMINE')) return;
  const isOwnException = user.employeeId !== null && raisedById === user.employeeId;
  if (!isOwnException || state !== 'waitingForInitiation') throw makeError('notYourException');
}

/**
 * Cancels an exception whose remedies are not yet approved. Its pieces go back to their source bucket.
 * @throws rowNotFound, exceptionPosted, qualityState, stale, notYourException
 */
export async function cancelException(
  tx: Transaction,
  user: CurrentUser,
  { id, version, cancelReason }: { id: number; version: number; cancelReason: string },
) {
  const exception = await lockException(tx, id);
  const state = getNextQualityState(exception, 'cancel');
  refuseStale(exception, version);
  refuseExceptionOfOthers(user, exception);
  const routing = await openRouting(tx, [exception.processId], { mayChangeLosses: true });
  await releasePieces(tx, routing, exception);
  await closeRouting(tx, routing);
  const values = { state, cancelReason, cancelledAt: tx.now };
  const newVersion = await writeChange(tx, 'qualityException', exception, values, {
    action: 'cancelException',
  });
  return { id, state, version: newVersion };
}
