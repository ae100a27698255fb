import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { makeNextDailyCode } from '../../hooks/next-daily-code.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  findRoutingOrder,
  findRoutingProcess,
  openRouting,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { INSPECTION_FIELDS } from './inspection-fields.ts';
import { proposeSample, readApplicablePlan } from './propose-sample.ts';
import { refuseWrongResubmission } from './resubmit.ts';
import { sumReportedPieces } from './sum-reported-pieces.ts';

interface BeginInput {
  processId: number;
  sipId: number;
  inspectionKind: InspectionKind;
  batchQuantity: number;
  sampleCount: number | null;
  deviceId: number | null;
  cardId: number | null;
  supplierId: number | null;
  lot: string | null;
  /** The failed inspection whose lot is submitted again. */
  resubmitsId: number | null;
}

/**
 * Refuses a batch that is too large, and a sample that is too large or too small (specification §5).
 * @param requiredCount the number of pieces that the procedure demands
 * @throws sampleBatchTooLarge, sampleCountTooLarge, sampleBelowPlan
 */
function refuseWrongSample(
  { name, plannedQuantity }: RoutingProcess,
  { batchQuantity, sampleCount }: { batchQuantity: number; sampleCount: number },
  requiredCount: number,
): void {
  if (batchQuantity > plannedQuantity)
    throw makeError(
      'sampleBatchTooLarge',
      { name, batch: batchQuantity, quantity: plannedQuantity },
      { batchQuantity: { reason: 'tooLarge', params: { max: plannedQuantity } } },
    );
  const maxSampleCount = Math.min(batchQuantity, plannedQuantity);
  if (sampleCount > maxSampleCount)
    throw makeError(
      'sampleCountTooLarge',
      { sample: sampleCount, batch: batchQuantity, quantity: plannedQuantity },
      { sampleCount: { reason: 'tooLarge', params: { max: maxSampleCount } } },
    );
  if (sampleCount < requiredCount)
    throw makeError(
      'sampleBelowPlan',
      { sample: sampleCount, required: requiredCount },
      { sampleCount: { reason: 'tooSmall', params: { min: requiredCount } } },
    );
}

/**
 * Refuses to begin an inspection while another inspection of the same kind is open at the same process and
 * device.
 * @throws inspectionOpen
 */
async function refuseOpenInspection(tx: Transaction, name: string, input: BeginInput): Promise<void> {
  const openInspection = await tx.db
    .selectFrom('inspection')
    .select(['id', 'code'])
    .where('factoryId', '=', tx.factoryId)
    .where('processId', '=', input.processId)
    .where('sipId', '=', input.sipId)
    .where('inspectionKind', '=', input.inspectionKind)
    .where('deviceId', 'is not distinct from', input.deviceId)
    .where('state', '=', 'inspecting')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (openInspection)
    throw makeError('inspectionOpen', { code: openInspection.code, name }, undefined, [
      { entity: 'inspection', id: openInspection.id, name: openInspection.code },
    ]);
}

/**
 * Begins an inspection of a batch of pieces of a process. The inspection stores the sampling plan that
 * applies now.
 * @throws rowNotFound, referenceMissing, orderState, inspectionNotPlanned, sampleBatchTooLarge,
 * sampleCountTooLarge, sampleBelowPlan, inspectionOpen, inspectionNotFailed, resubmittedAlready, fieldsInvalid
 */
export async function beginInspection(tx: Transaction, user: CurrentUser, input: BeginInput) {
  await lockReferencedRows(tx, INSPECTION_FIELDS, { ...input });
  const routing = await openRouting(tx, [input.processId]);
  const process = findRoutingProcess(routing, input.processId);
  const order = findRoutingOrder(routing, process);
  if (order.state === 'draft' || hasOrderEnded(order.state))
    throw makeError('orderState', { state: markAsTerm(order.state), event: markAsTerm('beginInspection') });
  const plan = await readApplicablePlan(tx.db, tx.factoryId, input);
  const { resubmitsId } = input;
  if (resubmitsId !== null)
    await refuseWrongResubmission(tx.db, tx.factoryId, { ...input, resubmitsId }, plan.sipCode);
  const proposedSample = await proposeSample(tx.db, tx.factoryId, plan, input.batchQuantity);
  const sampleCount = input.sampleCount ?? proposedSample.sampleCount;
  refuseWrongSample(process, { batchQuantity: input.batchQuantity, sampleCount }, proposedSample.sampleCount);
  await refuseOpenInspection(tx, process.name, input);
  // The lock makes requests wait for each other, so that each inspection gets its own code.
  await waitForLock(tx, 'addedInspection');
  const values = {
    ...input,
    sampleCount,
    partCode: plan.partCode,
    acceptNumber: proposedSample.acceptNumber,
    sampling: plan.sampling,
    aql: plan.sampling === 'sampleAql' ? plan.aql : null,
    severity: proposedSample.severity,
    madeQuantity: await sumReportedPieces(tx.db, tx.factoryId, input.processId),
    code: await makeNextDailyCode(tx, user.zone, 'inspection', 'I'),
    raisedAt: tx.now,
    inspectorId: user.employeeId,
  };
  const inspection = await tx.db
    .insertInto('inspection')
    .values({ factoryId: tx.factoryId, createdBy: tx.name, updatedBy: tx.name, ...values })
    .returning(['id', 'version', 'code', 'state', 'sampleCount', 'acceptNumber'])
    .executeTakeFirstOrThrow();
  tx.announce('quality', 'inspection', [inspection.id]);
  tx.log({ entity: 'inspection', id: inspection.id, action: 'beginInspection', after: values });
  return inspection;
}
