import { sql } from 'kysely';
import type { Work } from '../../db/work.ts';
import type { Filed, Warning } from './import-row.ts';

/** A closed report with whom and what it kept busy. */
interface Stretch {
  id: number;
  deviceId: number | null;
  start: number;
  end: number;
  employeeIds: number[];
}

interface Row extends Omit<Stretch, 'start' | 'end'> {
  startedAt: string;
  endedAt: string;
}

/** Every report of the factory that ran at some time between the first start and the last end of the given ones. */
async function around(work: Work, ids: number[]): Promise<Stretch[]> {
  // Read in one plain scan of the window and compared here: as a self-join it depends on statistics that a database
  // just filled does not have yet.
  const found = await sql<Row>`select r.id, r.device_id, r.started_at, r.ended_at,
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

function groupBy(
  stretches: readonly Stretch[],
  keysOf: (one: Stretch) => readonly number[],
): Map<number, Stretch[]> {
  const groups = new Map<number, Stretch[]>();
  for (const one of stretches) {
    for (const key of keysOf(one)) {
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  }
  return groups;
}

/** Whether a report filed earlier kept one of the same resources busy at the same time. */
const isDouble = (one: Stretch, keys: readonly number[], groups: ReadonlyMap<number, Stretch[]>): boolean =>
  keys.some((key) =>
    groups.get(key)!.some((other) => other.id < one.id && other.start < one.end && other.end > one.start),
  );

/** Marks the rows whose person or device was, by the reports filed so far, somewhere else at the same time. */
export async function findOverlaps(work: Work, filed: readonly Filed[]): Promise<void> {
  const stretches = await around(
    work,
    filed.map((one) => one.reportId),
  );
  const byId = new Map(stretches.map((one) => [one.id, one]));
  const devicesOf = (one: Stretch) => (one.deviceId === null ? [] : [one.deviceId]);
  const peopleOf = (one: Stretch) => one.employeeIds;
  const kinds: [Warning, (one: Stretch) => readonly number[]][] = [
    ['personOverlap', peopleOf],
    ['deviceOverlap', devicesOf],
  ];
  for (const [warning, keysOf] of kinds) {
    const groups = groupBy(stretches, keysOf);
    for (const one of filed) {
      const stretch = byId.get(one.reportId);
      if (stretch && isDouble(stretch, keysOf(stretch), groups)) one.warnings.push(warning);
    }
  }
}
