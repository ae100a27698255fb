import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { term } from '#shared/terms/index.ts';
import type { Work } from '../../db/work.ts';
import { findReport } from '../../ledger/close-reports.ts';
import { openRouting, processIn } from '../../ledger/routing.ts';
import { refuseByState } from './guards.ts';
import { reverse } from './reverse.ts';
import { answerOf, begin } from './start.ts';

/** The press came within the time; its call may take a little longer. */
const GRACE_SECONDS = 5;

/** When a report was last written: its start, or its end. */
async function writtenAt(work: Work, reportId: number): Promise<string> {
  const row = await work.db
    .selectFrom('workReport')
    .select('updatedAt')
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', reportId)
    .executeTakeFirst();
  if (!row) throw fail('rowNotFound', {}, { reportId: { reason: 'notAReference' } });
  return row.updatedAt;
}

/**
 * Takes back what was just reported. Nothing that was posted is changed: the report is reversed by a new one, and where
 * only its end was wrong, the work runs on from when it began.
 * @param input.reopen the end is taken back, not the whole report
 * @returns the report that is open again, with `reopen`
 * @throws undoTooLate, and whatever reversing refuses
 */
export async function undo(
  work: Work,
  user: CurrentUser,
  lang: Lang,
  input: { reportId: number; reopen: boolean },
) {
  const age = Date.parse(work.now) - Date.parse(await writtenAt(work, input.reportId));
  if (age > (UNDO_SECONDS + GRACE_SECONDS) * 1000) throw fail('undoTooLate', { seconds: UNDO_SECONDS });
  const report = await findReport(work, input.reportId);
  const reversed = await reverse(work, user, { reportId: input.reportId, reason: term(lang, 'undo') });
  if (!input.reopen || report.endedAt === null || report.kind === 'receive' || report.processId === null)
    return { reportId: null, process: reversed.process };

  const routing = await openRouting(work, [report.processId]);
  const process = processIn(routing, report.processId);
  refuseByState(routing, process, 'start');
  const reportId = await begin(work, routing, process, {
    processId: report.processId,
    quantity: report.started,
    deviceId: report.deviceId,
    phase: report.phase,
    source: report.source,
    startedAt: report.startedAt,
    shares: report.people.map(({ employeeId, ratio }) => ({ employeeId, ratio: ratio ?? 0 })),
  });
  work.log({ entity: 'workReport', id: reportId, action: 'start', after: { reopens: input.reportId } });
  return { reportId, process: answerOf(process) };
}
