import { makeError } from '#shared/kernel/errors.ts';
import { sumHandlingQuantities, type HandlingQuantities } from '#shared/ledger/quality.ts';
import { refuseWrongClassifications } from '../../crud/classification-values.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { reopenRecurrent } from './corrective/reopen.ts';
import { DETERMINED_FIELDS, EXCEPTION_FIELDS } from './exception-fields.ts';
import { getNextQualityState, lockException } from './lock-exception.ts';
import { writeResponsiblePeople, type ResponsibleInput } from './responsible.ts';
import { startRound, type SignerInput } from './countersign/start-round.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

export interface DetermineInput extends HandlingQuantities {
  id: number;
  version: number;
  responsibleProcessId: number;
  discoveryProcessId: number;
  discovererId: number;
  errorClassId: number;
  /** The new description; null to keep the old one. */
  description: string | null;
  people: readonly ResponsibleInput[];
  signers: readonly SignerInput[];
}

const FIELDS = { ...EXCEPTION_FIELDS, ...DETERMINED_FIELDS };

/**
 * Determines what happens to the pieces of an exception and who is responsible, and asks the signers to countersign. If
 * a countersign was rejected, this begins the next round.
 * @throws rowNotFound, stale, qualityState, referenceMissing, fieldsInvalid, handlingSum, responsibleMissing,
 * responsibleRatioSum, responsibleTwice, signerMissing, signerTwice, signerCannotLogIn
 */
export async function determineException(tx: Transaction, input: DetermineInput) {
  const { id, version, people, signers, description, ...determinedValues } = input;
  await lockReferencedRows(tx, FIELDS, { ...input });
  await refuseWrongClassifications(tx, FIELDS, { ...input });
  const exception = await lockException(tx, id);
  const state = getNextQualityState(exception, 'determine');
  refuseStale(exception, version);
  const sum = sumHandlingQuantities(input);
  if (sum !== exception.quantity)
    throw makeError('handlingSum', { sum, held: exception.quantity }, { scrap: { reason: 'notAChoice' } });
  await writeResponsiblePeople(tx, id, people, 'responsibleMissing');
  const round = exception.round + 1;
  const values = {
    ...determinedValues,
    ...(description === null ? {} : { description }),
    state,
    round,
    determinedAt: tx.now,
  };
  const newVersion = await writeChange(tx, 'qualityException', exception, values, {
    action: 'determineException',
    after: { ...values, people, signers },
  });
  await reopenRecurrent(tx, id);
  const roundId = await startRound(tx, id, 'remedies', signers);
  return { id, state, version: newVersion, roundId };
}
