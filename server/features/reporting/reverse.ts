import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { BUCKETS } from '#shared/ledger/process-state.ts';
import { derive, post } from '#shared/ledger/ledger.ts';
import { sum } from '#shared/ledger/quantity.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { Work } from '../../db/work.ts';
import { findReport, secondsBetween } from '../../ledger/close-reports.ts';
import {
  closeRouting,
  openRouting,
  processIn,
  type Routing,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { refuseByState } from './guards.ts';
import { insertReport } from './insert-report.ts';
import { refuseForeign } from './close.ts';
import { answerOf } from './start.ts';

/** Nothing may be taken back that is not there any more: buckets stay at 0 or above, and what was received had arrived. */
function refuseIfGone(routing: Routing, process: RoutingProcess, wanted: ReadonlyMap<string, number>): void {
  for (const bucket of BUCKETS) {
    if (process[bucket] < 0) {
      const needed = wanted.get(bucket) ?? 0;
      throw fail('reverseBlocked', { bucket: termParam(bucket), left: sum(process[bucket], needed), needed });
    }
  }
  for (const changed of derive(routing.processes, routing.parts)) routing.touched.add(changed);
  const short = routing.processes.find((one) => one.received > one.arrived);
  if (short) {
    throw fail('reverseBlocked', {
      bucket: termParam('arrived'),
      left: short.arrived,
      needed: short.received,
    });
  }
}

async function hasRun(work: Work, processId: number, butReportId: number): Promise<boolean> {
  const other = await work.db
    .selectFrom('workReport')
    .select('id')
    .where('factoryId', '=', work.factoryId)
    .where('processId', '=', processId)
    .where('id', '!=', butReportId)
    .where('phase', '=', 'run')
    .where('kind', '!=', 'receive')
    .where('reversedAt', 'is', null)
    .where('reversesId', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Takes a report back by a new one with the opposite entries. Allowed while every bucket stays at 0 or above and no
 * later process has received what would be gone; the original stays, marked.
 * @throws rowNotFound, notYourReport, reportReversed, orderState, processState, reverseBlocked
 */
export async function reverse(work: Work, user: CurrentUser, input: { reportId: number; reason: string }) {
  const seen = await findReport(work, input.reportId);
  if (seen.processId === null) throw fail('reportNotOpen');
  refuseForeign(user, seen, 'TASK_REPORT_REVERSE');
  const routing = await openRouting(work, [seen.processId], { losses: true });
  const process = processIn(routing, seen.processId);
  const report = await findReport(work, input.reportId);
  if (report.reversedAt !== null || report.reversesId !== null) throw fail('reportReversed');
  refuseByState(routing, process, 'reverse');

  const open = report.endedAt === null;
  const reportId = await insertReport(work, {
    kind: report.kind,
    phase: report.phase,
    processId: report.processId,
    deviceId: report.deviceId,
    startedAt: work.now,
    endedAt: work.now,
    reversesId: report.id,
    remark: input.reason,
  });
  const entries = await work.db
    .selectFrom('ledgerEntry')
    .selectAll()
    .where('factoryId', '=', work.factoryId)
    .where('reportId', '=', report.id)
    .orderBy('id', 'desc')
    .execute();
  const wanted = new Map<string, number>();
  for (const entry of entries) {
    wanted.set(entry.toAccount, sum(wanted.get(entry.toAccount) ?? 0, entry.quantity));
    routing.entries.push(
      ...post(process, entry.toAccount, entry.fromAccount, entry.quantity, {
        reportId,
        reversesId: entry.id,
      }),
    );
  }
  if (open) process.openReports -= 1;
  process.hasRun = await hasRun(work, process.id, report.id);
  routing.touched.add(process);
  refuseIfGone(routing, process, wanted);
  await work.db
    .updateTable('workReport')
    .set({ reversedAt: work.now, reversedBy: work.name, updatedAt: work.now, updatedBy: work.name })
    .set((of) => ({
      version: of('version', '+', 1),
      ...(open ? { endedAt: work.now, seconds: secondsBetween(report.startedAt, work.now) } : {}),
    }))
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', report.id)
    .execute();
  await closeRouting(work, routing);
  work.announce('report', 'workReport', [report.id, reportId]);
  work.log({
    entity: 'workReport',
    id: report.id,
    action: 'reverse',
    before: { ...report },
    after: { reason: input.reason, by: reportId },
  });
  return { reportId, reverses: report.id, process: answerOf(process) };
}
