import { fail } from '#shared/kernel/errors.ts';
import { can } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { receivableOf } from '#shared/ledger/process-state.ts';
import { post } from '#shared/ledger/ledger.ts';
import { minus, round4, sum } from '#shared/ledger/quantity.ts';
import {
  MIN_FINISHED_QUANTITY,
  MAX_REPORT_SECONDS,
  MIN_REPORT_SECONDS,
} from '#shared/rules/report-limits.ts';
import type { Work } from '../../db/work.ts';
import { findReport, secondsBetween, writeClosed, type StoredReport } from '../../ledger/close-reports.ts';
import {
  closeRouting,
  extendSpan,
  openRouting,
  processIn,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { instantOf, refuseByState } from './guards.ts';
import { refuseOtherClasses } from '../../crud/classification-values.ts';
import { lockReferences } from '../../crud/references.ts';
import { reportFields } from './report-fields.ts';
import { endDefaults } from './form-defaults.ts';
import { answerOf } from './start.ts';
import { lockCustomColumns } from '../../crud/custom-columns.ts';
import { customValues, type CustomValues } from '../../crud/custom-values.ts';
import { parseObject } from '../../crud/parse-object.ts';

/**
 * What a report holds in the columns that the factory has added; null where nothing is said of them.
 * @throws fieldsInvalid by 'custom.<id>'
 */
async function customOf(work: Work, given: string | null | undefined): Promise<CustomValues | null> {
  if (!given) return null;
  return customValues(await lockCustomColumns(work, 'report'), {}, parseObject('custom', given));
}

/** What a person says when they stop: how many came out well, and how many did not. */
interface CloseInput {
  reportId: number;
  good: number;
  scrap: number;
  rework: number;
  errorClassId: number | null;
  at: string | null;
  /** As why it was ended so late: the screens ask for it where the end had been forgotten for a day. */
  remark: string | null;
  /** Values of the columns that the factory has added, as JSON by id. */
  custom?: string | null;
}

/**
 * Refuses somebody else's report without the permission to act for others.
 * @throws notYourReport
 */
export function refuseForeign(
  user: CurrentUser,
  report: StoredReport,
  permission: 'TASK_REPORT_TEAM' | 'TASK_REPORT_REVERSE',
): void {
  if (can(user, permission)) return;
  if (!report.people.some((person) => person.employeeId === user.employeeId)) throw fail('notYourReport');
}

function refuseByDuration(startedAt: string, endedAt: string): void {
  if (endedAt < startedAt) throw fail('startAfterEnd', {}, { at: { reason: 'notADate' } });
  const seconds = secondsBetween(startedAt, endedAt);
  if (seconds < MIN_REPORT_SECONDS) throw fail('durationTooShort', { seconds });
  if (seconds > MAX_REPORT_SECONDS) throw fail('durationTooLong', { seconds });
}

/**
 * Where the pieces made beyond those started come from: machinable first, then surplus within the tolerance.
 */
function coverExtra(
  process: RoutingProcess,
  extra: number,
  total: number,
): { receive: number; machinable: number; surplus: number } {
  const receivable = process.needsReceive ? 0 : receivableOf(process);
  const machinable = Math.min(extra, sum(process.machinable, receivable));
  const surplus = minus(extra, machinable);
  const tolerated = Math.max(
    0,
    minus(round4((process.plannedQuantity * process.overReportTolerance) / 100), process.excess),
  );
  if (surplus > tolerated) {
    const allowed = minus(sum(total, tolerated), surplus);
    throw fail(
      'quantityExceedsStarted',
      { allowed, quantity: total },
      { good: { reason: 'tooLarge', params: { max: allowed } } },
    );
  }
  return { receive: Math.max(0, minus(machinable, process.machinable)), machinable, surplus };
}

/**
 * Ends a report: in work → good, scrap, rework; what was started and not reported goes back to machinable.
 * Two people closing the same report at once: one wins, the other is told.
 * @throws rowNotFound, notYourReport, reportReversed, reportClosed, orderState, processState,
 * durationTooShort,
 * durationTooLong, quantityBelowMinimum, quantityExceedsStarted
 */
export async function close(work: Work, user: CurrentUser, kind: 'unfinished' | 'finish', input: CloseInput) {
  const seen = await findReport(work, input.reportId);
  if (seen.processId === null || seen.kind === 'receive') throw fail('reportNotOpen');
  refuseForeign(user, seen, 'TASK_REPORT_TEAM');
  const routing = await openRouting(work, [seen.processId], { losses: input.scrap > 0 });
  const process = processIn(routing, seen.processId);
  // Read again under the lock: somebody may have closed it meanwhile.
  const report = await findReport(work, input.reportId);
  if (report.reversedAt !== null || report.reversesId !== null) throw fail('reportReversed');
  if (report.endedAt !== null)
    throw fail('reportClosed', { by: report.updatedBy, good: report.good, scrap: report.scrap });
  refuseByState(routing, process, kind);
  const endedAt = instantOf(input.at, work.now, user);
  refuseByDuration(report.startedAt, endedAt);
  const total = sum(input.good, input.scrap, input.rework);
  if (kind === 'finish' && total < MIN_FINISHED_QUANTITY) {
    throw fail(
      'quantityBelowMinimum',
      { min: MIN_FINISHED_QUANTITY },
      { good: { reason: 'tooSmall', params: { min: MIN_FINISHED_QUANTITY } } },
    );
  }
  const said = await endDefaults(work, input);
  await lockReferences(work, reportFields, { errorClassId: said.errorClassId });
  await refuseOtherClasses(work, reportFields, { errorClassId: said.errorClassId });
  const custom = await customOf(work, input.custom);

  const reportId = report.id;
  const extra = coverExtra(process, Math.max(0, minus(total, report.started)), total);
  routing.entries.push(
    ...post(process, 'supply', 'machinable', extra.receive, { reportId }),
    ...post(process, 'machinable', 'inWork', extra.machinable, { reportId }),
    ...post(process, 'surplus', 'inWork', extra.surplus, { reportId }),
    ...post(process, 'inWork', 'good', input.good, { reportId }),
    ...post(process, 'inWork', 'scrap', input.scrap, { reportId }),
    ...post(process, 'inWork', 'reworkOpen', input.rework, { reportId }),
    ...post(process, 'inWork', 'machinable', Math.max(0, minus(report.started, total)), { reportId }),
  );
  process.openReports -= 1;
  routing.touched.add(process);
  const { good, scrap, rework, errorClassId, remark } = said;
  await writeClosed(work, report, {
    kind,
    endedAt,
    good,
    scrap,
    rework,
    excess: extra.surplus,
    errorClassId,
    remark,
    custom,
  });
  extendSpan(routing, process, report.startedAt, endedAt);
  await closeRouting(work, routing);
  work.log({
    entity: 'workReport',
    id: reportId,
    action: kind,
    before: { endedAt: null },
    after: { ...said, custom, endedAt },
  });
  return { reportId, endedAt, process: answerOf(process) };
}
