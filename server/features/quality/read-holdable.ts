import { sql } from 'kysely';
import type { HoldableAnswer, HoldableBucket, OwnLastReport } from '#shared/quality/answers.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { findPreviousProcesses } from '#shared/ledger/ledger.ts';
import { calculateHoldableQuantities, HOLD_SOURCES } from '#shared/ledger/quality.ts';
import { buildPartsOfRouting } from '#shared/ledger/waiting.ts';
import type { Db } from '../../db/database.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { sumHeldQuantities } from '../../ledger/quality.ts';
import { NAMED_PROCESS_COLUMNS, NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';
import { countReportedPieces, type ReportedQuantities } from './reported-pieces.ts';

type NamedProcess = Omit<HoldableBucket, 'source' | 'available'>;

async function findOwnLastReport(
  db: Db,
  { factoryId, employeeId }: CurrentUser,
  processId: number,
): Promise<OwnLastReport | null> {
  const { rows } = await sql<ReportedQuantities & { endedAt: string }>`
    select r.id, r.ended_at, r.good, r.scrap, r.rework, r.is_rework
    from work_report r
      join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id and w.employee_id = ${employeeId}
    where r.factory_id = ${factoryId} and r.process_id = ${processId} and r.kind in ('finish', 'unfinished')
      and r.reversed_at is null and r.reverses_id is null and r.ended_at > now() - interval '1 day'
    order by r.ended_at desc, r.id desc limit 1`.execute(db);
  const report = rows[0];
  if (!report) return null;
  return {
    reportId: report.id,
    endedAt: report.endedAt,
    pieces: await countReportedPieces(db, factoryId, report),
  };
}

/**
 * Lists the buckets from which an exception can take pieces: the buckets of the process, then the buckets of the
 * processes before it.
 */
async function listHoldableBuckets(db: Db, factoryId: number, processId: number): Promise<HoldableBucket[]> {
  const { rows: namedProcesses } = await sql<NamedProcess>`
    select ${NAMED_PROCESS_COLUMNS} from process p ${NAMED_PROCESS_TABLES}
    where p.factory_id = ${factoryId} and p.deleted_at is null and o.id = (
      select u.order_id from process q join part u on u.factory_id = q.factory_id and u.id = q.part_id
      where q.factory_id = ${factoryId} and q.id = ${processId} and q.deleted_at is null)`.execute(db);
  const namedProcess = namedProcesses.find((row) => row.processId === processId);
  if (!namedProcess) return [];
  const routing = (await loadProcessProgress(db, factoryId, { orderId: namedProcess.orderId })).map(
    (row) => ({
      ...row,
      id: row.processId,
    }),
  );
  const parts = buildPartsOfRouting(routing);
  const process = routing.find(({ id }) => id === processId)!;
  const processes = [process, ...findPreviousProcesses(process, routing)];
  const heldQuantities = await sumHeldQuantities(
    db,
    factoryId,
    processes.map(({ id }) => id),
  );
  return processes.flatMap((candidate) => {
    const available = calculateHoldableQuantities(
      candidate,
      routing,
      parts,
      heldQuantities.get(candidate.id) ?? 0,
    );
    // Of the earlier processes, only the good pieces can be held.
    const sources = candidate === process ? HOLD_SOURCES : (['good'] as const);
    const name = namedProcesses.find((row) => row.processId === candidate.id)!;
    return sources
      .filter((source) => available[source] > 0)
      .map((source) => ({ ...name, source, available: available[source] }));
  });
}

/** Reads the pieces that an exception can hold at a process, and the caller's last report there. */
export const readHoldable = async (
  db: Db,
  user: CurrentUser,
  processId: number,
): Promise<HoldableAnswer> => ({
  rows: await listHoldableBuckets(db, user.factoryId, processId),
  report: await findOwnLastReport(db, user, processId),
});
