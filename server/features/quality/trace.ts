import { sql } from 'kysely';
import type { ProposedLoss, QualityLoss } from '#shared/quality/answers.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { EXCEPTION_FIELDS } from './exception-fields.ts';
import { getNextQualityState, lockException } from './lock-exception.ts';
import { proposeLoss } from './propose-loss.ts';
import { writeResponsiblePeople, type ResponsibleInput } from './responsible.ts';
import { startRound, type SignerInput } from './countersign/start-round.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

export interface TraceInput extends QualityLoss {
  id: number;
  version: number;
  rootCause: string;
  preventiveAction: string | null;
  lossReason: string | null;
  people: readonly ResponsibleInput[];
  signers: readonly SignerInput[];
}

const LOSS_KINDS = ['lostHours', 'lostMaterialCost', 'lostManufacturingCost'] as const;

/**
 * Writes the loss of an exception. A loss that differs from the proposal needs a reason.
 * @throws lossReasonMissing
 */
async function writeLoss(tx: Transaction, input: TraceInput, proposedLoss: ProposedLoss): Promise<void> {
  const isProposed = LOSS_KINDS.every((kind) => input[kind] === proposedLoss[kind]);
  if (!isProposed && input.lossReason === null)
    throw makeError('lossReasonMissing', {}, { lossReason: { reason: 'required' } });
  await sql`insert into quality_loss (factory_id, exception_id, lost_hours, lost_material_cost, lost_manufacturing_cost,
      proposed_hours, proposed_material_cost, proposed_manufacturing_cost, reason)
    values (${tx.factoryId}, ${input.id}, ${input.lostHours}, ${input.lostMaterialCost}, ${input.lostManufacturingCost},
      ${proposedLoss.lostHours}, ${proposedLoss.lostMaterialCost}, ${proposedLoss.lostManufacturingCost},
      ${isProposed ? null : input.lossReason})
    on conflict (factory_id, exception_id) do update set lost_hours = excluded.lost_hours,
      lost_material_cost = excluded.lost_material_cost, lost_manufacturing_cost = excluded.lost_manufacturing_cost,
      proposed_hours = excluded.proposed_hours, proposed_material_cost = excluded.proposed_material_cost,
      proposed_manufacturing_cost = excluded.proposed_manufacturing_cost, reason = excluded.reason`.execute(
    tx.db,
  );
}

/**
 * Records the cause, the responsible people and the loss of an exception, and asks the signers to countersign. Until
 * all signers have passed, it can be called again, which starts a new round.
 * @throws rowNotFound, stale, qualityState, referenceMissing, fieldsInvalid, lossReasonMissing, punishedPersonRequired,
 * responsibleRatioSum, responsibleTwice, signerMissing, signerTwice, signerCannotLogIn
 */
export async function traceException(tx: Transaction, input: TraceInput) {
  const { id, version, people, signers, rootCause, preventiveAction } = input;
  await lockReferencedRows(tx, EXCEPTION_FIELDS, { people, signers });
  const exception = await lockException(tx, id);
  const state = getNextQualityState(exception, 'trace');
  refuseStale(exception, version);
  await writeResponsiblePeople(tx, id, people, 'punishedPersonRequired');
  await writeLoss(tx, input, await proposeLoss(tx.db, tx.factoryId, exception));
  const { lostHours, lostMaterialCost, lostManufacturingCost, lossReason } = input;
  const values = { state, rootCause, preventiveAction };
  const newVersion = await writeChange(tx, 'qualityException', exception, values, {
    action: 'traceCause',
    after: {
      ...values,
      lostHours,
      lostMaterialCost,
      lostManufacturingCost,
      lossReason,
      people,
      signers,
    },
  });
  const roundId = await startRound(tx, id, 'tracing', signers);
  return { id, state, version: newVersion, roundId };
}
