import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { calculateHoldableQuantities, type HoldSource } from '#shared/ledger/quality.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { attachFiles, refuseNonImage } from '../../crud/attach-files.ts';
import { refuseWrongClassifications } from '../../crud/classification-values.ts';
import { applyFormDefaults, loadFormLayout, refuseMissingFields } from '../../crud/form-layout.ts';
import { makeNextDailyCode } from '../../hooks/next-daily-code.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findReport, loadReportsById } from '../../ledger/close-reports.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { loadCardHoldings } from '../../ledger/cards/cards.ts';
import { findReportingCard } from '../../ledger/cards/reporting-cards.ts';
import { holdPieces, sumHeldQuantities } from '../../ledger/quality.ts';
import { findRoutingProcess, openRouting, type Routing } from '../../ledger/routing.ts';
import { reopenRecurrent } from './corrective/reopen.ts';
import { EXCEPTION_FIELDS } from './exception-fields.ts';
import { readException } from './lock-exception.ts';
import { countReportedPieces } from './reported-pieces.ts';

export interface RaiseInput {
  processId: number;
  source: HoldSource;
  quantity: number;
  reportId: number | null;
  cardId: number | null;
  inspectionId: number | null;
  correctsId: number | null;
  customerComplaint: boolean;
  discoveryProcessId: number | null;
  discovererId: number | null;
  errorClassId: number | null;
  description: string | null;
  picture: number | null;
}

const makeTooLargeProblem = (max: number) => ({ quantity: { reason: 'tooLarge', params: { max } } }) as const;

/**
 * Refuses a quantity that is larger than the pieces in the bucket of the process.
 * @throws holdExceedsAvailable
 */
async function refuseUnavailablePieces(
  tx: Transaction,
  routing: Routing,
  { processId, source, quantity }: RaiseInput,
): Promise<void> {
  const process = findRoutingProcess(routing, processId);
  const heldQuantity = (await sumHeldQuantities(tx.db, tx.factoryId, [processId])).get(processId) ?? 0;
  const available = calculateHoldableQuantities(process, routing.processes, routing.parts, heldQuantity)[
    source
  ];
  if (quantity > available)
    throw makeError(
      'holdExceedsAvailable',
      { name: process.name, bucket: markAsTerm(source), available, quantity },
      makeTooLargeProblem(available),
      [{ entity: 'process', id: process.id, name: process.name }],
    );
}

/**
 * Refuses a report of another process and a reversed report. Other exceptions may have taken pieces of the report; a
 * quantity that is larger than the rest is refused too.
 * @throws rowNotFound, fieldsInvalid, holdExceedsReport
 */
async function refuseWrongReport(tx: Transaction, { reportId, processId, source, quantity }: RaiseInput) {
  if (reportId === null) return;
  const report = findReport(await loadReportsById(tx, [reportId]), reportId);
  if (report.processId !== processId || report.reversedAt !== null || report.reversesId !== null)
    throw makeError('fieldsInvalid', {}, { reportId: { reason: 'notAReference' } });
  const { [source]: available } = await countReportedPieces(tx.db, tx.factoryId, report);
  if (quantity > available)
    throw makeError(
      'holdExceedsReport',
      { bucket: markAsTerm(source), available, quantity },
      makeTooLargeProblem(available),
    );
}

/**
 * Refuses an inspection that has not failed, or that is of another process.
 * @throws rowNotFound, inspectionNotFailed
 */
async function refuseWrongInspection(
  tx: Transaction,
  { inspectionId, processId }: RaiseInput,
): Promise<void> {
  if (inspectionId === null) return;
  const inspection = await tx.db
    .selectFrom('inspection')
    .select(['code', 'state', 'processId'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', inspectionId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!inspection) throw makeError('rowNotFound');
  if (inspection.state !== 'inspectionFailed' || inspection.processId !== processId)
    throw makeError(
      'inspectionNotFailed',
      { code: inspection.code },
      { inspectionId: { reason: 'notAReference' } },
    );
}

/** Refuses to correct an exception that is not finished. @throws rowNotFound, correctedNotFinished */
async function refuseWrongCorrection(tx: Transaction, correctsId: number | null): Promise<void> {
  if (correctsId === null) return;
  const correctedException = await readException(tx.db, tx.factoryId, correctsId);
  if (correctedException.state !== 'finished')
    throw makeError('correctedNotFinished', {}, { correctsId: { reason: 'notAReference' } });
}

/** Applies the form settings of the factory, and fills in who found the problem and where. */
async function completeInput(
  tx: Transaction,
  user: CurrentUser,
  enteredInput: RaiseInput,
): Promise<RaiseInput> {
  const formLayout = (await loadFormLayout(tx, 'qualityException')) ?? [];
  const input = (await applyFormDefaults(tx, formLayout, { ...enteredInput })) as unknown as RaiseInput;
  const completedInput = {
    ...input,
    discoveryProcessId: input.discoveryProcessId ?? input.processId,
    discovererId: input.discovererId ?? user.employeeId,
  };
  refuseMissingFields(formLayout, { ...completedInput }, null);
  return completedInput;
}

/**
 * Raises an exception, and puts its pieces on hold at once.
 * @throws rowNotFound, referenceMissing, fieldsInvalid, fileType, holdExceedsAvailable, holdExceedsReport,
 * inspectionNotFailed, correctedNotFinished, cardEnded, cardState, cardPiecesUsed
 */
export async function raiseException(tx: Transaction, user: CurrentUser, enteredInput: RaiseInput) {
  const input = await completeInput(tx, user, enteredInput);
  const routing = await openRouting(tx, [input.processId], { mayChangeLosses: true });
  const process = findRoutingProcess(routing, input.processId);
  await refuseWrongReport(tx, input);
  await lockReferencedRows(tx, EXCEPTION_FIELDS, { ...input });
  await attachFiles(tx, EXCEPTION_FIELDS, [{ next: { ...input }, before: null }]);
  await refuseWrongClassifications(tx, EXCEPTION_FIELDS, { ...input });
  if (input.picture !== null) await refuseNonImage(tx, 'picture', input.picture);
  await refuseWrongInspection(tx, input);
  await refuseWrongCorrection(tx, input.correctsId);
  const cards = await loadCardHoldings(tx.db, tx.factoryId, [process.partId]);
  await findReportingCard(tx, routing, cards, process, input.cardId);
  await refuseUnavailablePieces(tx, routing, input);
  // The lock makes requests wait for each other, so that each exception gets its own code.
  await waitForLock(tx, 'addedException');
  const exception = await tx.db
    .insertInto('qualityException')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      ...input,
      code: await makeNextDailyCode(tx, user.zone, 'qualityException', 'Q'),
      raisedAt: tx.now,
      raisedById: user.employeeId,
    })
    .returning(['id', 'version', 'code', 'state'])
    .executeTakeFirstOrThrow();
  await holdPieces(tx, routing, { ...input, id: exception.id });
  await closeRouting(tx, routing);
  tx.announce('quality', 'qualityException', [exception.id]);
  if (input.errorClassId !== null) await reopenRecurrent(tx, exception.id);
  if (input.inspectionId !== null) tx.announce('quality', 'inspection', [input.inspectionId]);
  tx.log({
    entity: 'qualityException',
    id: exception.id,
    action: 'raiseException',
    after: { ...input, code: exception.code },
  });
  return exception;
}
