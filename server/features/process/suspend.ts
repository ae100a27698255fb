import { makeError } from '#shared/kernel/errors.ts';
import { isEventAllowed, type ProcessEvent, type ProcessState } from '#shared/ledger/process-state.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../../db/transaction.ts';
import { closeRunningReports } from '../../ledger/close-reports.ts';
import { closeRouting } from '../../ledger/close-routing.ts';
import { openRouting, findRoutingProcess, type RoutingProcess } from '../../ledger/routing.ts';

type ProcessStateAnswer = { state: ProcessState };

function assertEventAllowed(process: RoutingProcess, event: ProcessEvent & ('suspend' | 'resume')): void {
  if (!isEventAllowed(process.state, event))
    throw makeError('processState', { state: markAsTerm(process.state), event: markAsTerm(event) });
}

interface SuspendInput {
  processId: number;
  reason: string;
  /** The ids of the running reports that the caller's screen has shown. */
  seenReportIds: readonly number[];
}

async function refuseReportsOfOtherProcesses(
  tx: Transaction,
  processId: number,
  reportIds: readonly number[],
): Promise<void> {
  const foundReports = await tx.db
    .selectFrom('workReport')
    .select('id')
    .where('factoryId', '=', tx.factoryId)
    .where('processId', '=', processId)
    .where('id', 'in', [0, ...reportIds])
    .execute();
  if (foundReports.length < new Set(reportIds).size) throw makeError('rowNotFound');
}

/**
 * Suspends a process until a user resumes it. Its running reports are closed with zero quantity. If the caller has not
 * seen all of them, the call is refused.
 * @throws rowNotFound, also for a report of another process; processState, runningWorkChanged
 */
export async function suspendProcess(tx: Transaction, input: SuspendInput): Promise<ProcessStateAnswer> {
  const { processId, reason, seenReportIds } = input;
  const routing = await openRouting(tx, [processId]);
  const process = findRoutingProcess(routing, processId);
  assertEventAllowed(process, 'suspend');
  await refuseReportsOfOtherProcesses(tx, processId, seenReportIds);
  const closedIds = await closeRunningReports(tx, routing, process);
  if (!closedIds.every((id) => seenReportIds.includes(id))) throw makeError('runningWorkChanged');
  process.suspendedAt = tx.now;
  await updateSuspension(tx, processId, {
    suspendedAt: tx.now,
    suspendedBy: tx.name,
    suspendReason: reason,
  });
  await closeRouting(tx, routing);
  tx.log({ entity: 'process', id: processId, action: 'suspend', after: { reason } });
  return { state: process.state };
}

/**
 * Resumes a suspended process and derives its state again.
 * @throws rowNotFound, processState
 */
export async function resumeProcess(tx: Transaction, processId: number): Promise<ProcessStateAnswer> {
  const routing = await openRouting(tx, [processId]);
  const process = findRoutingProcess(routing, processId);
  assertEventAllowed(process, 'resume');
  process.suspendedAt = null;
  await updateSuspension(tx, processId, { suspendedAt: null, suspendedBy: null, suspendReason: null });
  await closeRouting(tx, routing);
  tx.log({ entity: 'process', id: processId, action: 'resume' });
  return { state: process.state };
}

const updateSuspension = (
  tx: Transaction,
  id: number,
  values: { suspendedAt: string | null; suspendedBy: string | null; suspendReason: string | null },
) =>
  tx.db
    .updateTable('process')
    .set(values)
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .execute();
