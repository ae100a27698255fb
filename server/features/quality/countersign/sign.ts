import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { QualityEvent, QualityState } from '#shared/machines/quality-exception.ts';
import type { CommandCall, QueryCall } from '../../../call/route.ts';
import type { Db } from '../../../db/database.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { writeChange } from '../../../db/write-change.ts';
import { closeRouting } from '../../../ledger/close-routing.ts';
import { postRemedies } from '../../../ledger/quality.ts';
import { openRouting } from '../../../ledger/routing.ts';
import { confirmPassword, confirmPin } from '../../../session/confirm-person.ts';
import { checkSignature, type SignatureInput } from './check-signature.ts';
import {
  getNextQualityState,
  lockException,
  readException,
  type StoredException,
} from '../lock-exception.ts';
import { proposePenalties } from '../propose-penalties.ts';

type ConfirmedInput = SignatureInput & { password: string | null; pin: string | null };
type SignatureMethod = 'password' | 'pin';

async function loadOwnPin(db: Db, user: CurrentUser): Promise<string | null> {
  const account = await db
    .selectFrom('account')
    .select('pinHash')
    .where('factoryId', '=', user.factoryId)
    .where('employeeId', '=', user.employeeId)
    .executeTakeFirst();
  return account?.pinHash ?? null;
}

/**
 * Confirms the identity of the caller: by the PIN at a terminal, elsewhere by the password. Other reasons for a refusal
 * are checked first.
 * @throws the errors of `checkSignature`; fieldsInvalid, signaturePasswordWrong, signaturePinWrong, pinMissing,
 * loginLocked
 */
export async function confirmSigner({
  db,
  installation,
  user,
  sender,
  input,
}: QueryCall<ConfirmedInput>): Promise<SignatureMethod> {
  await checkSignature(db, user, await readException(db, user.factoryId, input.id), input);
  const method = user.terminal ? 'pin' : 'password';
  const secret = input[method];
  if (secret === null) throw makeError('fieldsInvalid', {}, { [method]: { reason: 'required' } });
  if (method === 'password') {
    if (!(await confirmPassword(db, installation, user, sender.ip, secret)))
      throw makeError('signaturePasswordWrong', {}, { password: { reason: 'notAChoice' } });
    return method;
  }
  const person = {
    employeeId: user.employeeId!,
    name: user.name,
    pinHash: await loadOwnPin(db, user),
  };
  if (!(await confirmPin(db, user, person, secret)))
    throw makeError('signaturePinWrong', {}, { pin: { reason: 'notAChoice' } });
  return method;
}

/** Moves the pieces of an exception after all signers have passed its remedies. */
async function postPassedRemedies(tx: Transaction, exception: StoredException): Promise<void> {
  const routing = await openRouting(tx, [exception.processId], { mayChangeLosses: true });
  await postRemedies(tx, routing, exception);
  await closeRouting(tx, routing);
}

/**
 * Applies the decision of a countersign.
 * @param event the event if the signature decides the countersign; otherwise null
 * @returns the state of the exception, and its other values that change
 */
async function applyDecision(
  tx: Transaction,
  user: CurrentUser,
  exception: StoredException,
  event: QualityEvent | null,
): Promise<{ state: QualityState; postedAt?: string; finishedAt?: string }> {
  if (event === null) return { state: exception.state };
  const state = getNextQualityState(exception, event);
  if (event === 'passRemedies') {
    await postPassedRemedies(tx, exception);
    return { state, postedAt: tx.now };
  }
  if (event === 'passTracing') {
    await proposePenalties(tx, user, exception.id);
    return { state, finishedAt: tx.now };
  }
  return { state };
}

/**
 * Signs the document of a countersign. When the last signer passes the remedies, the pieces are moved. When the last
 * signer passes the tracing, the exception is finished and penalties are proposed. If one signer does not pass, the
 * round ends.
 * @throws the errors of `checkSignature`
 */
export async function signException({
  tx,
  user,
  sender,
  input,
  prepared: method,
}: CommandCall<ConfirmedInput, SignatureMethod>) {
  const exception = await lockException(tx, input.id);
  const { round, decisionEvent } = await checkSignature(tx.db, user, exception, input);
  const { signerId, result, comment } = input;
  const { documentHash } = round;
  await tx.db
    .insertInto('qualitySignature')
    .values({
      factoryId: tx.factoryId,
      roundId: round.id,
      signerId,
      signedById: user.employeeId!,
      result,
      comment,
      documentHash,
      method,
      accountId: user.accountId,
      ip: sender.ip,
      at: tx.now,
    })
    .execute();
  const values = await applyDecision(tx, user, exception, decisionEvent);
  const { state } = values;
  const version = await writeChange(tx, 'qualityException', exception, values, {
    action: 'signException',
    after: { state, stage: round.stage, round: round.number, signerId, result, comment, documentHash },
  });
  return { id: exception.id, state, version };
}
