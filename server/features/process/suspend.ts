import { fail } from '#shared/kernel/errors.ts';
import { allows, type ProcessEvent, type ProcessState } from '#shared/ledger/process-state.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { Work } from '../../db/work.ts';
import { closeReports } from '../../ledger/close-reports.ts';
import { closeRouting, openRouting, processIn, type RoutingProcess } from '../../ledger/routing.ts';

type Answer = { state: ProcessState };

function refuse(process: RoutingProcess, event: ProcessEvent & ('suspend' | 'resume')): void {
  if (!allows(process.state, event))
    throw fail('processState', { state: termParam(process.state), event: termParam(event) });
}

/**
 * Stops a process until it is resumed; running reports are closed at zero quantity.
 * @throws rowNotFound, processState
 */
export async function suspendProcess(work: Work, processId: number, reason: string): Promise<Answer> {
  const routing = await openRouting(work, [processId]);
  const process = processIn(routing, processId);
  refuse(process, 'suspend');
  await closeReports(work, routing, process);
  process.suspendedAt = work.now;
  await mark(work, processId, { suspendedAt: work.now, suspendedBy: work.name, suspendReason: reason });
  await closeRouting(work, routing);
  work.log({ entity: 'process', id: processId, action: 'suspend', after: { reason } });
  return { state: process.state };
}

/**
 * Takes the suspension away; the state is derived again.
 * @throws rowNotFound, processState
 */
export async function resumeProcess(work: Work, processId: number): Promise<Answer> {
  const routing = await openRouting(work, [processId]);
  const process = processIn(routing, processId);
  refuse(process, 'resume');
  process.suspendedAt = null;
  await mark(work, processId, { suspendedAt: null, suspendedBy: null, suspendReason: null });
  await closeRouting(work, routing);
  work.log({ entity: 'process', id: processId, action: 'resume' });
  return { state: process.state };
}

const mark = (
  work: Work,
  id: number,
  overlay: { suspendedAt: string | null; suspendedBy: string | null; suspendReason: string | null },
) =>
  work.db
    .updateTable('process')
    .set(overlay)
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', id)
    .execute();
