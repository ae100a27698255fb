import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { refuseStale } from '../../../db/refuse-stale.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { writeChange } from '../../../db/write-change.ts';
import { getNextCorrectiveState, lockCorrective } from '../../../hooks/lock-corrective.ts';
import { addCorrectiveEvent } from './corrective-events.ts';
import type { EffectVerdict } from './corrective-fields.ts';

interface EndInput {
  id: number;
  version: number;
  reason: string;
}

/**
 * Judges the effect of a corrective action. It is closed if it was effective, and open again if it was not. It cannot
 * be effective before the check is due.
 * @throws rowNotFound, correctiveState, stale, checkTooEarly
 */
export async function judgeEffect(
  tx: Transaction,
  user: CurrentUser,
  { id, version, verdict, reason }: EndInput & { verdict: EffectVerdict },
) {
  const corrective = await lockCorrective(tx, id);
  const state = getNextCorrectiveState(corrective, verdict);
  refuseStale(corrective, version);
  const { checkDueOn, code, round } = corrective;
  const isEffective = verdict === 'judgeEffective';
  if (isEffective && checkDueOn !== null && checkDueOn > toLocalDay(user.zone, Date.parse(tx.now)))
    throw makeError(
      'checkTooEarly',
      { code: code ?? '', day: checkDueOn },
      { verdict: { reason: 'notAChoice' } },
    );
  const values = isEffective
    ? { state, closedAt: tx.now, closingReason: reason }
    : { state, round: round + 1, checkBegunAt: null, checkDueOn: null };
  const newVersion = await writeChange(tx, 'correctiveAction', corrective, values, {
    action: verdict,
    after: { ...values, reason },
  });
  await addCorrectiveEvent(tx, id, { kind: verdict, reason });
  return { id, state, version: newVersion };
}

/** Cancels an open corrective action. @throws rowNotFound, correctiveState, stale */
export async function cancelCorrective(tx: Transaction, { id, version, reason }: EndInput) {
  const corrective = await lockCorrective(tx, id);
  const state = getNextCorrectiveState(corrective, 'cancelCorrective');
  refuseStale(corrective, version);
  const values = { state, closedAt: tx.now, closingReason: reason };
  const newVersion = await writeChange(tx, 'correctiveAction', corrective, values, {
    action: 'cancelCorrective',
  });
  await addCorrectiveEvent(tx, id, { kind: 'cancelCorrective', reason });
  return { id, state, version: newVersion };
}
