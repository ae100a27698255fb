import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { calculateStartableQuantity, findStartBlocker } from '#shared/ledger/may-begin.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { makeReferenceMissingError } from '../../call/field-refusals.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findCardProcess, findReportingCard, type ReportingCard } from '../../ledger/cards.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import {
  extendOrderSpan,
  openRouting,
  findRoutingProcess,
  type Routing,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { resolveReportTime, assertStateAllows, assertStartNotTooEarly } from './guards.ts';
import { insertReport } from './insert-report.ts';
import type { OfflineMarks } from './report-fields.ts';
import { refuseUnfitForBatch } from './batch.ts';
import { lockAvailablePeople, resolvePersonShares, type PersonShare } from './people.ts';
import { applyStartFormSettings } from './form-defaults.ts';
import { applyReportWay } from './report-way.ts';

export interface StartReportInput extends OfflineMarks {
  processId: number;
  quantity: number;
  deviceId: number | null;
  phase: 'preparation' | 'run' | 'stop';
  /** The people and their shares of the report in percent. If all shares are null, they are equal. */
  people: { employeeId: number; ratio: number | null }[];
  at: string | null;
  source: 'screen' | 'barcode' | 'kiosk' | 'offline' | 'import' | 'api';
  /** Identifies the batch to which the report belongs; null or absent for a single report. */
  batchId?: string | null;
  /** The card by which the work is reported; null or absent if there is none. */
  cardId?: number | null;
}

/**
 * Builds the error for a quantity that is larger than what a card holds at a process.
 * @param available the quantity that the card holds there
 */
export const makeQuantityExceedsCardError = (
  { card }: ReportingCard,
  process: RoutingProcess,
  available: number,
  quantity: number,
) =>
  makeError(
    'quantityExceedsCard',
    { code: card.code, name: process.name, available, quantity },
    { quantity: { reason: 'tooLarge', params: { max: available } } },
    [{ entity: 'card', id: card.id, name: card.code }],
  );

/**
 * Refuses a quantity that cannot be started. For a card of a part with several cards, its own pieces decide.
 * @throws fieldsInvalid, previousProcessOpen, quantityExceedsMachinable, quantityExceedsCard
 */
function refuseUnstartableQuantity(
  routing: Routing,
  process: RoutingProcess,
  quantity: number,
  reporting: ReportingCard | null,
): void {
  if (quantity <= 0)
    throw makeError('fieldsInvalid', {}, { quantity: { reason: 'tooSmall', params: { min: 0.0001 } } });
  const blocker = reporting
    ? findStartBlocker(findCardProcess(reporting, process.id), reporting.processes, quantity)
    : findStartBlocker(process, routing.processes, quantity);
  if (blocker?.kind === 'processBefore')
    throw makeError('previousProcessOpen', { name: blocker.process.name });
  if (blocker?.kind === 'quantity') {
    const { startable } = blocker;
    if (reporting && startable < calculateStartableQuantity(process))
      throw makeQuantityExceedsCardError(reporting, process, startable, quantity);
    throw makeError(
      'quantityExceedsMachinable',
      { machinable: startable, quantity },
      { quantity: { reason: 'tooLarge', params: { max: startable } } },
    );
  }
}

/** Locks a device until the transaction ends. It refuses a device whose status is not normal. */
async function lockUsableDevice(tx: Transaction, deviceId: number): Promise<void> {
  const device = await tx.db
    .selectFrom('device')
    .select(['name', 'status'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!device) throw makeReferenceMissingError('deviceId', 'device');
  if (device.status !== 'normal') {
    throw makeError(
      'deviceNotNormal',
      { name: device.name, status: markAsTerm(device.status) },
      { deviceId: { reason: 'notAChoice' } },
    );
  }
}

/** The work that a new report describes: what is started, when, and by whom. */
interface OpenReportInput extends Pick<
  StartReportInput,
  'processId' | 'quantity' | 'deviceId' | 'phase' | 'source' | 'batchId' | 'cardId' | 'timeCorrected'
> {
  startedAt: string;
  shares: readonly PersonShare[];
}

/**
 * Opens a report and moves its pieces from machinable to in work. If too few pieces are machinable, the rest
 * is received first. It also closes the routing.
 * @returns the id of the report
 */
export async function openReport(
  tx: Transaction,
  routing: Routing,
  process: RoutingProcess,
  input: OpenReportInput,
): Promise<number> {
  const { processId, quantity, deviceId, phase, source, startedAt, shares } = input;
  const { batchId = null, cardId = null, timeCorrected = false } = input;
  const reportId = await insertReport(
    tx,
    {
      kind: 'start',
      phase,
      processId,
      deviceId,
      startedAt,
      started: quantity,
      source,
      batchId,
      cardId,
      timeCorrected,
    },
    shares,
  );
  routing.reportId = reportId;
  const missingQuantity = Math.max(0, subtractQuantities(quantity, process.machinable));
  routing.entries.push(
    ...postMovement(process, 'supply', 'machinable', missingQuantity, { reportId }),
    ...postMovement(process, 'machinable', 'inWork', quantity, { reportId }),
  );
  process.openReports += 1;
  process.hasRun ||= phase === 'run';
  routing.changedProcesses.add(process);
  extendOrderSpan(routing, process, startedAt, null);
  await closeRouting(tx, routing);
  tx.announce('report', 'workReport', [reportId]);
  return reportId;
}

/**
 * Starts work on some pieces: they move from machinable to in work. If the craft requires no receiving,
 * missing pieces are received automatically.
 * @param endedAt when the work ended, if that is known already
 * @throws rowNotFound, orderState, processState, previousProcessOpen, quantityExceedsMachinable,
 * quantityExceedsCard, manMachineRatioMissing, referenceMissing, deviceNotNormal, and the errors of
 * `findReportingCard`, `applyStartFormSettings`, `applyReportWay`, `resolvePersonShares`, `resolveReportTime`,
 * `assertStartNotTooEarly`, `lockAvailablePeople` and `refuseUnfitForBatch`
 */
export async function startReport(
  tx: Transaction,
  user: CurrentUser,
  request: StartReportInput,
  endedAt: string | null = null,
) {
  const input = await applyStartFormSettings(tx, {
    ...request,
    source: request.madeOffline ? 'offline' : request.source,
  });
  const startedAt = resolveReportTime(input.at, tx.now, user, input.madeOffline);
  const routing = await openRouting(tx, [input.processId]);
  const process = findRoutingProcess(routing, input.processId);
  const shares = resolvePersonShares(await applyReportWay(tx, user, process, input), user);
  assertStateAllows(routing, process, 'start');
  assertStartNotTooEarly(routing, process, startedAt, tx.now);
  const reporting = await findReportingCard(tx, routing, process, input.cardId ?? null);
  refuseUnstartableQuantity(routing, process, input.quantity, reporting);
  if ((process.deviceMinutes ?? 0) > 0 && process.manMachineRatio === null) {
    throw makeError('manMachineRatioMissing', { name: process.name });
  }
  if (input.deviceId !== null) await lockUsableDevice(tx, input.deviceId);
  const batchId = input.batchId ?? null;
  await lockAvailablePeople(tx, shares, { startedAt, endedAt, batchId }, process);
  if (batchId !== null) await refuseUnfitForBatch(tx, batchId, process.id, shares);

  const reportId = await openReport(tx, routing, process, { ...input, startedAt, shares });
  tx.log({ entity: 'workReport', id: reportId, action: 'start', after: { ...input, startedAt } });
  return { reportId, startedAt, process: buildProcessAnswer(process) };
}

/** Builds the answer about a process: its state and its main quantities. */
export const buildProcessAnswer = (process: RoutingProcess) => ({
  processId: process.id,
  state: process.state,
  arrived: process.arrived,
  received: process.received,
  receivable: calculateReceivableQuantity(process),
  machinable: process.machinable,
  inWork: process.inWork,
  good: process.good,
  scrap: process.scrap,
  reworkOpen: process.reworkOpen,
});
