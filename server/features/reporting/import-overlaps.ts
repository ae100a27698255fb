import { sql } from 'kysely';
import type { Work } from '../../db/work.ts';
import type { ImportedReport, ImportWarning } from './import-row.ts';

/** A closed report, with the people and the device that it occupied. */
interface BusyInterval {
  id: number;
  deviceId: number | null;
  start: number;
  end: number;
  employeeIds: number[];
}

interface OverlapCandidateRow extends Omit<BusyInterval, 'start' | 'end'> {
  startedAt: string;
  endedAt: string;
}

/**
 * Reads the closed reports of the factory that overlap the period of the given reports, without receipts, reversals
 * and reversed reports. The period goes from the earliest start of the given reports to their latest end.
 */
async function readOverlapCandidates(work: Work, ids: number[]): Promise<BusyInterval[]> {
  // The query reads all candidates, and JavaScript compares them. In a newly filled database a self-join would be
  // slow, because the database has no statistics for its query plan yet.
  const found = await sql<OverlapCandidateRow>`select r.id, r.device_id, r.started_at, r.ended_at,
      array(select w.employee_id from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id) as employee_ids
    from work_report r,
      (select min(started_at) as first, max(ended_at) as last from work_report
        where factory_id = ${work.factoryId} and id = any(${ids}::bigint[])) as span
    where r.factory_id = ${work.factoryId} and r.started_at < span.last and r.ended_at > span.first
      and r.reversed_at is null and r.reverses_id is null and r.kind <> 'receive'`.execute(work.db);
  return found.rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    start: Date.parse(startedAt),
    end: Date.parse(endedAt),
  }));
}

function groupIntervalsByKey(
  intervals: readonly BusyInterval[],
  keysOf: (one: BusyInterval) => readonly number[],
): Map<number, BusyInterval[]> {
  const groups = new Map<number, BusyInterval[]>();
  for (const one of intervals) {
    for (const key of keysOf(one)) {
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  }
  return groups;
}

/** Whether a report that was stored earlier occupied the same person or device at the same time. */
const overlapsEarlierReport = (
  one: BusyInterval,
  keys: readonly number[],
  groups: ReadonlyMap<number, BusyInterval[]>,
): boolean =>
  keys.some((key) =>
    groups.get(key)!.some((other) => other.id < one.id && other.start < one.end && other.end > one.start),
  );

/**
 * Adds a warning to each imported report during which its device or one of its people was also busy with a report
 * that was stored earlier.
 */
export async function addOverlapWarnings(work: Work, imported: readonly ImportedReport[]): Promise<void> {
  const intervals = await readOverlapCandidates(
    work,
    imported.map((one) => one.reportId),
  );
  const byId = new Map(intervals.map((one) => [one.id, one]));
  const devicesOf = (one: BusyInterval) => (one.deviceId === null ? [] : [one.deviceId]);
  const peopleOf = (one: BusyInterval) => one.employeeIds;
  const kinds: [ImportWarning, (one: BusyInterval) => readonly number[]][] = [
    ['personOverlap', peopleOf],
    ['deviceOverlap', devicesOf],
  ];
  for (const [warning, keysOf] of kinds) {
    const groups = groupIntervalsByKey(intervals, keysOf);
    for (const one of imported) {
      const interval = byId.get(one.reportId);
      if (interval && overlapsEarlierReport(interval, keysOf(interval), groups)) one.warnings.push(warning);
    }
  }
}
