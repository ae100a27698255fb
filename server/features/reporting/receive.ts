import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';
import type { Transaction } from '../../db/transaction.ts';
import { findCardProcess, findReportingCard } from '../../ledger/cards.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { extendOrderSpan, openRouting, findRoutingProcess } from '../../ledger/routing.ts';
import { assertStateAllows, assertStartNotTooEarly, resolveReportTime } from './guards.ts';
import { writeReportSnapshots } from '../../ledger/report-snapshots.ts';
import type { OfflineMarks } from './report-fields.ts';
import { insertReport } from './insert-report.ts';
import { buildProcessAnswer, makeQuantityExceedsCardError } from './start.ts';

/**
 * Receives pieces from the previous process: they move from supply to machinable.
 * @throws rowNotFound, orderState, processState, timeAhead, timeTooFarBack, startBeforeOrder,
 * quantityExceedsReceivable, quantityExceedsCard, and the errors of `findReportingCard`
 */
export async function receivePieces(
  tx: Transaction,
  user: CurrentUser,
  {
    at,
    ...input
  }: { processId: number; quantity: number; at: string | null; cardId: number | null } & OfflineMarks,
) {
  const receivedAt = resolveReportTime(at, tx.now, user, input.madeOffline);
  const routing = await openRouting(tx, [input.processId]);
  const process = findRoutingProcess(routing, input.processId);
  assertStateAllows(routing, process, 'receive');
  assertStartNotTooEarly(routing, process, receivedAt, tx.now);
  const reporting = await findReportingCard(tx, routing, process, input.cardId);
  const receivable = calculateReceivableQuantity(process);
  if (input.quantity > receivable) {
    throw makeError(
      'quantityExceedsReceivable',
      { receivable, quantity: input.quantity },
      { quantity: { reason: 'tooLarge', params: { max: receivable } } },
    );
  }
  if (reporting) {
    const held = calculateReceivableQuantity(findCardProcess(reporting, process.id));
    if (input.quantity > held) throw makeQuantityExceedsCardError(reporting, process, held, input.quantity);
  }
  const reportId = await insertReport(
    tx,
    {
      kind: 'receive',
      cardId: input.cardId,
      processId: process.id,
      startedAt: receivedAt,
      endedAt: receivedAt,
      received: input.quantity,
      timeCorrected: input.timeCorrected ?? false,
      ...(input.madeOffline ? { source: 'offline' as const } : {}),
    },
    user.employeeId === null ? [] : [{ employeeId: user.employeeId, ratio: RATIO_TOTAL_PERCENT }],
    0,
  );
  await writeReportSnapshots(tx, [reportId]);
  routing.reportId = reportId;
  routing.entries.push(...postMovement(process, 'supply', 'machinable', input.quantity, { reportId }));
  routing.changedProcesses.add(process);
  extendOrderSpan(routing, process, receivedAt, receivedAt);
  await closeRouting(tx, routing);
  tx.announce('report', 'workReport', [reportId]);
  tx.log({
    entity: 'workReport',
    id: reportId,
    action: 'receive',
    after: { ...input, startedAt: receivedAt },
  });
  return { reportId, process: buildProcessAnswer(process) };
}
