import { fail } from '#shared/kernel/errors.ts';
import { allows, type ProcessEvent, type ProcessState } from '#shared/ledger/process-state.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { Work } from '../../db/work.ts';
import { closeReports } from '../../ledger/close-reports.ts';
import { closeRouting, openRouting, processIn, type RoutingProcess } from '../../ledger/routing.ts';

type Answer = { state: ProcessState };

function assertAllowed(process: RoutingProcess, event: ProcessEvent & ('suspend' | 'resume')): void {
  if (!allows(process.state, event))
    throw fail('processState', { state: termParam(process.state), event: termParam(event) });
}

/**
 * Suspends a process until a user resumes it. Its open reports are closed with zero quantity.
 * @throws rowNotFound, processState
 */
export async function suspendProcess(work: Work, processId: number, reason: string): Promise<Answer> {
  const routing = await openRouting(work, [processId]);
  const process = processIn(routing, processId);
  assertAllowed(process, 'suspend');
  await closeReports(work, routing, process);
  process.suspendedAt = work.now;
  await updateSuspension(work, processId, {
    suspendedAt: work.now,
    suspendedBy: work.name,
    suspendReason: reason,
  });
  await closeRouting(work, routing);
  work.log({ entity: 'process', id: processId, action: 'suspend', after: { reason } });
  return { state: process.state };
}

/**
 * Resumes a suspended process and derives its state again.
 * @throws rowNotFound, processState
 */
export async function resumeProcess(work: Work, processId: number): Promise<Answer> {
  const routing = await openRouting(work, [processId]);
  const process = processIn(routing, processId);
  assertAllowed(process, 'resume');
  process.suspendedAt = null;
  await updateSuspension(work, processId, { suspendedAt: null, suspendedBy: null, suspendReason: null });
  await closeRouting(work, routing);
  work.log({ entity: 'process', id: processId, action: 'resume' });
  return { state: process.state };
}

const updateSuspension = (
  work: Work,
  id: number,
  values: { suspendedAt: string | null; suspendedBy: string | null; suspendReason: string | null },
) =>
  work.db
    .updateTable('process')
    .set(values)
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .execute();
