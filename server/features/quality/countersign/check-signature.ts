import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  EVENT_BY_SIGNATURE,
  type CountersignStage,
  type QualityEvent,
  type SignatureResult,
} from '#shared/machines/quality-exception.ts';
import { SIGNED_ENTRIES, type SignedDocument } from '#shared/quality/signed-document.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Db } from '../../../db/database.ts';
import { getNextQualityState, type StoredException } from '../lock-exception.ts';

export interface SignatureInput {
  id: number;
  roundId: number;
  documentHash: string;
  signerId: number;
  result: SignatureResult;
  comment: string | null;
}

interface StoredRound {
  id: number;
  stage: CountersignStage;
  number: number;
  document: SignedDocument;
  documentHash: string;
}

/** A round with its signers and its signatures. */
interface RoundToSign extends StoredRound {
  signers: { employeeId: number; name: string }[];
  signatures: { signerId: number; signedById: number; result: SignatureResult }[];
}

async function loadRounds(db: Db, factoryId: number, exceptionId: number): Promise<RoundToSign[]> {
  const { rows } = await sql<RoundToSign>`
    select r.id, r.stage, r.number, r.document, r.document_hash,
      (select coalesce(json_agg(json_build_object('employeeId', s.employee_id, 'name', e.name) order by s.position), '[]'::json)
        from quality_round_signer s join employee e on e.factory_id = s.factory_id and e.id = s.employee_id
        where s.factory_id = r.factory_id and s.round_id = r.id) as signers,
      (select coalesce(json_agg(json_build_object('signerId', g.signer_id, 'signedById', g.signed_by_id, 'result', g.result)), '[]'::json)
        from quality_signature g where g.factory_id = r.factory_id and g.round_id = r.id) as signatures
    from quality_round r where r.factory_id = ${factoryId} and r.exception_id = ${exceptionId}
    order by r.stage, r.number`.execute(db);
  return rows;
}

/** Formats a value of a document for a message. */
const showValue = (value: string | number | null | undefined): string | number => value ?? '–';

/**
 * Refuses a document that has changed since the caller read it. The refusal names the changes.
 * @throws signedDocumentChanged, countersignRestarted
 */
function refuseChangedDocument(seenRound: StoredRound, lastRound: StoredRound, documentHash: string): void {
  if (seenRound.id === lastRound.id && documentHash === lastRound.documentHash) return;
  const { document: seenDocument } = seenRound;
  const { document: lastDocument } = lastRound;
  const field = SIGNED_ENTRIES.find((entry) => seenDocument[entry] !== lastDocument[entry]);
  if (field === undefined) throw makeError('countersignRestarted');
  throw makeError('signedDocumentChanged', {
    field: markAsTerm(field),
    before: showValue(seenDocument[field]),
    after: showValue(lastDocument[field]),
  });
}

/** Whether a person is a deputy of a signer today, in the time zone of the factory. */
async function isDeputy(db: Db, user: CurrentUser, signerId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from signing_deputy
    where factory_id = ${user.factoryId} and deleted_at is null and employee_id = ${signerId} and deputy_id = ${user.employeeId}
      and (now() at time zone ${user.zone})::date between valid_from and valid_until limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Refuses a caller who is neither the signer nor the signer's deputy. Refuses a second signature for the same
 * signer, and a second signature by the same caller. A caller who is a signer of the round cannot sign as a
 * deputy.
 * @throws notTheSigner, alreadySigned, signerTwice
 */
async function refuseWrongSigner(
  db: Db,
  user: CurrentUser,
  { signers, signatures }: RoundToSign,
  signerId: number,
): Promise<void> {
  const signer = signers.find(({ employeeId }) => employeeId === signerId);
  const isOwn = signerId === user.employeeId;
  if (!signer || user.employeeId === null || !(isOwn || (await isDeputy(db, user, signerId))))
    throw makeError('notTheSigner', {}, { signerId: { reason: 'notAReference' } });
  if (signatures.some((signature) => signature.signerId === signerId))
    throw makeError('alreadySigned', { name: signer.name });
  const hasSignedAlready =
    signatures.some(({ signedById }) => signedById === user.employeeId) ||
    (!isOwn && signers.some(({ employeeId }) => employeeId === user.employeeId));
  if (hasSignedAlready) throw makeError('signerTwice', { name: user.name });
}

/** A signature that may be given, and its effect. */
export interface CheckedSignature {
  round: RoundToSign;
  /** The event of the exception if the signature decides the countersign; otherwise null. */
  decisionEvent: QualityEvent | null;
}

/**
 * Checks whether the caller may give a signature now.
 * @throws rowNotFound, qualityState, countersignClosed, signedDocumentChanged, countersignRestarted, notTheSigner,
 * alreadySigned, signerTwice, signatureReasonMissing
 */
export async function checkSignature(
  db: Db,
  user: CurrentUser,
  exception: StoredException,
  input: SignatureInput,
): Promise<CheckedSignature> {
  const rounds = await loadRounds(db, user.factoryId, exception.id);
  const seenRound = rounds.find(({ id }) => id === input.roundId);
  if (!seenRound) throw makeError('rowNotFound', {}, { roundId: { reason: 'notAReference' } });
  const event = EVENT_BY_SIGNATURE[seenRound.stage][input.result];
  getNextQualityState(exception, event);
  const round = rounds.findLast(({ stage }) => stage === seenRound.stage)!;
  refuseChangedDocument(seenRound, round, input.documentHash);
  if (round.signatures.some(({ result }) => result === 'notPassed')) throw makeError('countersignClosed');
  await refuseWrongSigner(db, user, round, input.signerId);
  if (input.result === 'notPassed' && input.comment === null)
    throw makeError('signatureReasonMissing', {}, { comment: { reason: 'required' } });
  const isLastSignature = round.signatures.length + 1 === round.signers.length;
  return { round, decisionEvent: input.result === 'notPassed' || isLastSignature ? event : null };
}
