import { useState } from 'react';
import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import type { SignatureResult } from '#shared/machines/quality-exception.ts';
import { useUser } from '#client/kit/wire/session.ts';

/** The results that a signer can choose. */
export const RESULTS: readonly SignatureResult[] = ['passed', 'notPassed'];

/**
 * Holds the round that is signed, and the signer for whom a person signs. The round stays as it was opened:
 * if it changes meanwhile, the server refuses the signature and names the changes.
 * @param employeeId the person who signs; by default the signed-in user
 */
export function useSignature(exception: QualityDetail, shownRound: CountersignRound, employeeId?: number) {
  const user = useUser();
  const [round] = useState(shownRound);
  const [signer, chooseSigner] = useState(exception.signFor[0]);
  const previousRound = exception.rounds.find(
    (other) => other.stage === round.stage && other.number === round.number - 1,
  );
  const isForOtherSigner = signer !== undefined && signer.employeeId !== (employeeId ?? user.employeeId);
  /** The fields of the call that signs, without the PIN or password; null if there is no signer. */
  const makeFields = (result: SignatureResult): Record<string, unknown> | null =>
    signer
      ? {
          id: exception.id,
          roundId: round.id,
          documentHash: round.documentHash,
          signerId: signer.employeeId,
          result,
        }
      : null;
  return {
    round,
    previousRound,
    signers: exception.signFor,
    signer,
    chooseSigner,
    isForOtherSigner,
    makeFields,
  };
}
