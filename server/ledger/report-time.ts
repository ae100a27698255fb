import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { MAX_BACKDATE_HOURS, MAX_OFFLINE_DAYS } from '#shared/rules/report-limits.ts';

/**
 * Checks the requested time of a report. A time up to five seconds in the future counts as the
 * current time; a later time is refused. Only users with the team permission may request a time that is more than
 * MAX_BACKDATE_HOURS in the past. A report that was made without network may be MAX_OFFLINE_DAYS old.
 * @param at the requested time; null for the current time
 * @param isMadeOffline whether a device made the report without network and sends it now
 * @returns the time of the report
 * @throws timeAhead, timeTooFarBack
 */
export function resolveReportTime(
  at: string | null,
  now: string,
  user: CurrentUser,
  isMadeOffline = false,
): string {
  if (at === null) return now;
  // The clock of a terminal may be slightly ahead of the clock of the server.
  if (Date.parse(at) > Date.parse(now) + 5000)
    throw makeError('timeAhead', {}, { at: { reason: 'notADate' } });
  if (at > now) return now;
  const maxHours = isMadeOffline ? MAX_OFFLINE_DAYS * 24 : MAX_BACKDATE_HOURS;
  if (Date.parse(at) < Date.parse(now) - maxHours * 3_600_000 && !hasPermission(user, 'TASK_REPORT_TEAM')) {
    throw makeError('timeTooFarBack', { hours: maxHours }, { at: { reason: 'notADate' } });
  }
  return at;
}
