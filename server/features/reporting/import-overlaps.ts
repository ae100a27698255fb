import { sql } from 'kysely';
import type { Transaction } from '../../db/transaction.ts';
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
async function readOverlapCandidates(tx: Transaction, reportIds: number[]): Promise<BusyInterval[]> {
  // The query reads all candidates, and JavaScript compares them. In a newly filled database a self-join would be
  // slow, because the database has no statistics for its query plan yet.
  const result = await sql<OverlapCandidateRow>`select r.id, r.device_id, r.started_at, r.ended_at,
      array(select w.employee_id from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id) as employee_ids
    from work_report r,
      (select min(started_at) as first, max(ended_at) as last from work_report
        where factory_id = ${tx.factoryId} and id = any(${reportIds}::bigint[])) as span
    where r.factory_id = ${tx.factoryId} and r.started_at < span.last and r.ended_at > span.first
      and r.reversed_at is null and r.reverses_id is null and r.kind <> 'receive'`.execute(tx.db);
  return result.rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    start: Date.parse(startedAt),
    end: Date.parse(endedAt),
  }));
}

function groupIntervalsByKey(
  intervals: readonly BusyInterval[],
  getKeys: (interval: BusyInterval) => readonly number[],
): Map<number, BusyInterval[]> {
  const groups = new Map<number, BusyInterval[]>();
  for (const interval of intervals) {
    for (const key of getKeys(interval)) {
      const group = groups.get(key);
      if (group) group.push(interval);
      else groups.set(key, [interval]);
    }
  }
  return groups;
}

/** Whether a report that was stored earlier occupied the same person or device at the same time. */
const overlapsEarlierReport = (
  interval: BusyInterval,
  keys: readonly number[],
  intervalsByKey: ReadonlyMap<number, BusyInterval[]>,
): boolean =>
  keys.some((key) =>
    intervalsByKey
      .get(key)!
      .some(
        (otherInterval) =>
          otherInterval.id < interval.id &&
          otherInterval.start < interval.end &&
          otherInterval.end > interval.start,
      ),
  );

/**
 * Adds a warning to each imported report whose device or people were busy with another report at
 * the same time, if the other report was stored earlier.
 */
export async function addOverlapWarnings(
  tx: Transaction,
  importedReports: readonly ImportedReport[],
): Promise<void> {
  const intervals = await readOverlapCandidates(
    tx,
    importedReports.map((report) => report.reportId),
  );
  const intervalsById = new Map(intervals.map((interval) => [interval.id, interval]));
  const getDeviceIds = (interval: BusyInterval) => (interval.deviceId === null ? [] : [interval.deviceId]);
  const getEmployeeIds = (interval: BusyInterval) => interval.employeeIds;
  const overlapKinds: [ImportWarning, (interval: BusyInterval) => readonly number[]][] = [
    ['personOverlap', getEmployeeIds],
    ['deviceOverlap', getDeviceIds],
  ];
  for (const [warning, getKeys] of overlapKinds) {
    const intervalsByKey = groupIntervalsByKey(intervals, getKeys);
    for (const report of importedReports) {
      const interval = intervalsById.get(report.reportId);
      if (interval && overlapsEarlierReport(interval, getKeys(interval), intervalsByKey))
        report.warnings.push(warning);
    }
  }
}
