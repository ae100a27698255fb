import { sql } from 'kysely';
import { computeBatchShares, listBatchMoments, type BatchedReport } from '#shared/ledger/batch-time.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import type { Transaction } from '../db/transaction.ts';

/** A report that is being closed and belongs to a batch. */
interface ClosingReport {
  id: number;
  batchId: string;
  deviceId: number | null;
  people: readonly { employeeId: number }[];
  endedAt: string;
}

const toSeconds = (instant: string): number => Math.round(Date.parse(instant) / 1000);

/**
 * Reports of a batch with the same start and the same end. Each report has its id, its quantity and its standard time.
 */
interface BatchGroup {
  startedAt: string;
  endedAt: string | null;
  reports: [id: number, quantity: number, minutes: number | null][];
}

/**
 * Loads the reports of a batch. Their weight is standard time × quantity, or the quantity if a report of the batch has
 * no standard time.
 */
async function loadBatch(tx: Transaction, batchId: string): Promise<BatchedReport[]> {
  const { rows } = await sql<BatchGroup>`select r.started_at, r.ended_at,
      json_agg(json_build_array(r.id, r.started, coalesce(p.device_minutes, p.man_minutes))) as reports
    from work_report r left join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${tx.factoryId} and r.batch_id = ${batchId}
      and r.reversed_at is null and r.reverses_id is null
    group by r.started_at, r.ended_at`.execute(tx.db);
  const hasStandardTimes = rows.every(({ reports }) =>
    reports.every(([, , minutes]) => minutes !== null && minutes > 0),
  );
  return rows.flatMap((group) => {
    const times = {
      startedAt: toSeconds(group.startedAt),
      endedAt: group.endedAt === null ? Number.POSITIVE_INFINITY : toSeconds(group.endedAt),
    };
    return group.reports.map(([id, quantity, minutes]) => ({
      id,
      ...times,
      weight: quantity * (hasStandardTimes ? minutes! : 1),
    }));
  });
}

/** Loads the break time from the start of a batch to each of the moments, in the shift of a person or a device. */
async function loadBreakSeconds(
  tx: Transaction,
  { people, deviceId }: ClosingReport,
  moments: readonly number[],
): Promise<Map<number, number>> {
  const batchStart = new Date(moments[0]! * 1000).toISOString();
  const { rows } = await sql<{ moment: number; seconds: number }>`
    select m.moment, break_seconds(f.id, f.zone, ${people[0]?.employeeId ?? null}::bigint, ${deviceId}::bigint,
      ${batchStart}::timestamptz, to_timestamp(m.moment)) as seconds
    from factory f, unnest(${[...moments]}::bigint[]) as m (moment) where f.id = ${tx.factoryId}`.execute(
    tx.db,
  );
  return new Map(rows.map(({ moment, seconds }) => [moment, seconds]));
}

/**
 * Computes the working times of reports that are closed one after the other, in seconds. The reports belong
 * to one batch. The working time of a report is its share of the time of the batch, without breaks.
 */
async function computeSecondsOfBatch(
  tx: Transaction,
  batchId: string,
  closingReports: readonly ClosingReport[],
): Promise<Map<number, number>> {
  const reports = await loadBatch(tx, batchId);
  const indexById = new Map(reports.map(({ id }, index) => [id, index]));
  const seconds = new Map<number, number>();
  // Reports with the same end, person and device get shares of the same time, so these shares are computed once.
  let shares = new Map<number, number>();
  let sharesKey = '';
  for (const report of closingReports) {
    const until = toSeconds(report.endedAt);
    const key = [until, report.people[0]?.employeeId, report.deviceId].join();
    if (key !== sharesKey) {
      const moments = listBatchMoments(reports, until);
      const breakSeconds = await loadBreakSeconds(tx, report, moments);
      shares = computeBatchShares(reports, until, (moment) =>
        Math.max(0, moment - moments[0]! - (breakSeconds.get(moment) ?? 0)),
      );
      sharesKey = key;
    }
    seconds.set(report.id, shares.get(report.id) ?? 0);
    const index = indexById.get(report.id)!;
    reports[index] = { ...reports[index]!, endedAt: until };
  }
  return seconds;
}

/** Computes the working times of reports of batches, in seconds, by the id of the report. */
export async function computeBatchSeconds(
  tx: Transaction,
  closingReports: readonly ClosingReport[],
): Promise<Map<number, number>> {
  const seconds = new Map<number, number>();
  for (const [batchId, reports] of groupBy(closingReports, (report) => report.batchId))
    for (const [id, value] of await computeSecondsOfBatch(tx, batchId, reports)) seconds.set(id, value);
  return seconds;
}
