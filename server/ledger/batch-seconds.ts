import { sql } from 'kysely';
import { computeBatchShare, listBatchMoments } from '#shared/ledger/batch-time.ts';
import type { Transaction } from '../db/transaction.ts';

/** A report of a batch that is being closed. */
interface ClosingReport {
  id: number;
  batchId: string;
  deviceId: number | null;
  people: readonly { employeeId: number }[];
}

const toSeconds = (instant: string): number => Math.round(Date.parse(instant) / 1000);

/**
 * Computes the working time of a report of a batch, in seconds: its share of the time of the batch, without breaks. The
 * weight of a report is its standard time × quantity, or its quantity if a report of the batch has no standard time.
 */
export async function computeBatchSeconds(
  tx: Transaction,
  report: ClosingReport,
  endedAt: string,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
    startedAt: string;
    endedAt: string | null;
    quantity: number;
    minutes: number | null;
  }>`select r.id, r.started_at, r.ended_at, r.started as quantity, coalesce(p.device_minutes, p.man_minutes) as minutes
    from work_report r left join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${tx.factoryId} and r.batch_id = ${report.batchId}
      and r.reversed_at is null and r.reverses_id is null
    order by r.id`.execute(tx.db);
  const hasStandardTimes = rows.every(({ minutes }) => minutes !== null && minutes > 0);
  const reports = rows.map((row) => ({
    id: row.id,
    startedAt: toSeconds(row.startedAt),
    endedAt: row.endedAt === null ? Number.POSITIVE_INFINITY : toSeconds(row.endedAt),
    weight: row.quantity * (hasStandardTimes ? row.minutes! : 1),
  }));
  const until = toSeconds(endedAt);
  const moments = listBatchMoments(reports, until);
  const batchStart = new Date(moments[0]! * 1000).toISOString();
  const breaks = await sql<{ moment: number; seconds: number }>`
    select m.moment, break_seconds(f.id, f.zone, ${report.people[0]?.employeeId ?? null}::bigint, ${report.deviceId}::bigint,
      ${batchStart}::timestamptz, to_timestamp(m.moment)) as seconds
    from factory f, unnest(${moments}::bigint[]) as m (moment) where f.id = ${tx.factoryId}`.execute(tx.db);
  const breakSeconds = new Map(breaks.rows.map(({ moment, seconds }) => [moment, seconds]));
  return computeBatchShare(reports, report.id, until, (moment) =>
    Math.max(0, moment - moments[0]! - (breakSeconds.get(moment) ?? 0)),
  );
}
