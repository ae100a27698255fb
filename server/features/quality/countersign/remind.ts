import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { REMINDER_PAUSE_MINUTES } from '#shared/quality/countersign.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { lockException } from '../lock-exception.ts';
import { readRounds } from './read-rounds.ts';

const REMINDER_PAUSE_MS = REMINDER_PAUSE_MINUTES * 60_000;

/**
 * Reminds the signers of the open round who have not signed. A signer who was reminded within REMINDER_PAUSE_MINUTES is
 * left out. Signers of the round and users who may determine exceptions may remind.
 * @returns the names of the reminded signers
 * @throws rowNotFound, noOpenRound, noPermission, remindedAlready
 */
export async function remindSigners(
  tx: Transaction,
  user: CurrentUser,
  { id }: { id: number },
): Promise<{ names: string[] }> {
  const exception = await lockException(tx, id);
  const round = (await readRounds(tx.db, tx.factoryId, id, false)).find(({ isOpen }) => isOpen);
  if (!round) throw makeError('noOpenRound', { code: exception.code });
  const isSigner = round.signers.some(({ employeeId }) => employeeId === user.employeeId);
  if (!isSigner && !hasPermission(user, 'QUALITY_DETERMINE')) throw makeError('noPermission');
  const signers = round.signers.filter(
    ({ employeeId, remindedAt }) =>
      employeeId !== user.employeeId &&
      !round.signatures.some(({ signerId }) => signerId === employeeId) &&
      (remindedAt === null || Date.parse(tx.now) - Date.parse(remindedAt) >= REMINDER_PAUSE_MS),
  );
  if (signers.length === 0) throw makeError('remindedAlready', { minutes: REMINDER_PAUSE_MINUTES });
  await tx.db
    .insertInto('qualityReminder')
    .values(
      signers.map(({ employeeId }) => ({
        factoryId: tx.factoryId,
        roundId: round.id,
        signerId: employeeId,
        byName: tx.name,
        at: tx.now,
      })),
    )
    .execute();
  const names = signers.map(({ name }) => name);
  tx.announce('quality', 'qualityException', [id]);
  tx.log({
    entity: 'qualityException',
    id,
    action: 'remindSigners',
    after: { stage: round.stage, round: round.number, signers: names.join(', '), code: exception.code },
  });
  return { names };
}
