import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findCardProcess, findReportingCard } from '../../ledger/cards/reporting-cards.ts';
import { extendOrderSpan, findRoutingProcess } from '../../ledger/routing.ts';
import { resolveReportTime } from '../../ledger/report-time.ts';
import { assertStateAllows, assertStartNotTooEarly } from './guards.ts';
import { buildProcessAnswer } from './open-report.ts';
import {
  changeProcess,
  closeReportChunk,
  decideRows,
  loadChunkCards,
  openReportChunk,
  takeReportId,
  type ReportChunk,
} from './report-chunk.ts';
import type { OfflineMarks } from './report-fields.ts';
import { makeQuantityExceedsCardError } from './start.ts';

interface ReceiveInput extends OfflineMarks {
  processId: number;
  quantity: number;
  at: string | null;
  cardId: number | null;
}

/** Checks whether pieces can be received, and prepares the report about it. */
async function prepareReceipt(chunk: ReportChunk, user: CurrentUser, { at, ...input }: ReceiveInput) {
  const { tx, routing } = chunk;
  const receivedAt = resolveReportTime(at, tx.now, user, input.madeOffline);
  const process = findRoutingProcess(routing, input.processId);
  assertStateAllows(routing, process, 'receive');
  assertStartNotTooEarly(routing, process, receivedAt, tx.now);
  const reportingCard = await findReportingCard(tx, routing, chunk.cards, process, input.cardId);
  const receivable = calculateReceivableQuantity(process);
  if (input.quantity > receivable) {
    throw makeError(
      'quantityExceedsReceivable',
      { receivable, quantity: input.quantity },
      { quantity: { reason: 'tooLarge', params: { max: receivable } } },
    );
  }
  if (reportingCard) {
    const receivableQuantity = calculateReceivableQuantity(findCardProcess(reportingCard, process.id));
    if (input.quantity > receivableQuantity)
      throw makeQuantityExceedsCardError(reportingCard, process, receivableQuantity, input.quantity);
  }
  const reportId = takeReportId(chunk);
  chunk.pending.newReports.push({
    id: reportId,
    kind: 'receive',
    cardId: input.cardId,
    processId: process.id,
    startedAt: receivedAt,
    endedAt: receivedAt,
    received: input.quantity,
    timeCorrected: input.timeCorrected ?? false,
    ...(input.madeOffline ? { source: 'offline' } : {}),
    people: user.employeeId === null ? [] : [{ employeeId: user.employeeId, ratio: RATIO_TOTAL_PERCENT }],
    seconds: 0,
  });
  changeProcess(chunk, process, reportId, () =>
    postMovement(process, 'supply', 'machinable', input.quantity, { reportId }),
  );
  extendOrderSpan(routing, process, receivedAt, receivedAt);
  chunk.pending.logs.push({
    entity: 'workReport',
    id: reportId,
    action: 'receive',
    after: { ...input, startedAt: receivedAt },
  });
  return { reportId, process: buildProcessAnswer(process) };
}

/**
 * Receives pieces from the previous process, once for each input: they move from supply to machinable.
 * @returns the outcome of each input. Refusals: rowNotFound, orderState, processState, timeAhead, timeTooFarBack,
 * startBeforeOrder, quantityExceedsReceivable, quantityExceedsCard, and those of `findReportingCard`
 */
export async function receivePieces(tx: Transaction, user: CurrentUser, inputs: readonly ReceiveInput[]) {
  const chunk = await openReportChunk(
    tx,
    inputs.map(({ processId }) => processId),
    { newReportCount: inputs.length },
  );
  await loadChunkCards(
    chunk,
    new Set(inputs.filter(({ cardId }) => cardId !== null).map(({ processId }) => processId)),
  );
  const outcomes = await decideRows(chunk, inputs, (input) => prepareReceipt(chunk, user, input));
  await closeReportChunk(chunk);
  return outcomes;
}
