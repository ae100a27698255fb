import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { findForbiddingState } from '#shared/ledger/may-begin.ts';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ProcessEvent } from '#shared/ledger/process-state.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';

const WORK_REPORT_PERMISSIONS = ['TASK_REPORT', 'TASK_REPORT_TEAM'] as const;

/** Whether this user may take each action on a process now. */
interface ProcessActions {
  receive: boolean;
  start: boolean;
  rework: boolean;
  suspend: boolean;
  resume: boolean;
  modify: boolean;
}

const isEventAllowedByStates = (process: ProcessProgress, event: ProcessEvent): boolean =>
  findForbiddingState(process.orderState, process.state, event) === null;

export function findProcessActions(process: ProcessProgress, user: CurrentUser): ProcessActions {
  const mayReport = (event: ProcessEvent) =>
    hasPermission(user, WORK_REPORT_PERMISSIONS) && isEventAllowedByStates(process, event);
  const mayModify = hasPermission(user, 'PROCESS_MODIFY');
  const isAllowed = (event: ProcessProgress['allowed'][number]) => process.allowed.includes(event);
  return {
    // Receiving is offered even if the craft does not require it. For such a craft, a start also
    // receives the pieces that have arrived.
    receive: mayReport('receive') && process.receivable > 0,
    start: mayReport('start'),
    rework: mayReport('rework') && process.reworkOpen > 0,
    suspend: mayModify && isAllowed('suspend') && !hasOrderEnded(process.orderState),
    resume: mayModify && isAllowed('resume'),
    modify: mayModify && !hasOrderEnded(process.orderState),
  };
}

/**
 * Whether this user may close a running report, as finished or as unfinished. Users without the
 * permission to report for the team may close only their own reports.
 */
export function mayCloseReport(
  process: ProcessProgress,
  report: OpenReport,
  kind: 'unfinished' | 'finish',
  user: CurrentUser,
): boolean {
  if (!isEventAllowedByStates(process, kind)) return false;
  if (hasPermission(user, 'TASK_REPORT_TEAM')) return true;
  return (
    hasPermission(user, 'TASK_REPORT') &&
    report.people.some((person) => person.employeeId === user.employeeId)
  );
}

/**
 * Whether this user may reverse a report. Users without the permission to reverse may reverse only their
 * own reports.
 */
export function mayReverseReport(
  process: ProcessProgress,
  people: readonly { employeeId: number }[],
  user: CurrentUser,
): boolean {
  return isEventAllowedByStates(process, 'reverse') && mayReverseReportOf(people, user);
}

/** Whether a user may reverse a report of these people, whatever the state of its work is. */
export const mayReverseReportOf = (people: readonly { employeeId: number }[], user: CurrentUser): boolean =>
  hasPermission(user, 'TASK_REPORT_REVERSE') ||
  (hasPermission(user, 'TASK_REPORT') && people.some((person) => person.employeeId === user.employeeId));
