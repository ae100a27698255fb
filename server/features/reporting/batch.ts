import { sql } from 'kysely';
import { getReportWayRules, type ReportWay } from '#shared/entities/report-ways.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { BatchRow, QueryCall } from '../../call/route.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { PersonShare } from './people.ts';

interface BatchedProcess {
  craftId: number;
  craftName: string;
  reportWay: ReportWay | null;
  state: ProcessState;
}

/** Refuses a craft that cannot be reported in batches. @throws batchNotAllowed */
function refuseSingleReportCraft({ craftName, reportWay }: BatchedProcess): void {
  if (getReportWayRules(reportWay).isSingle) throw makeError('batchNotAllowed', { name: craftName });
}

/** Loads what decides whether processes, or the processes of reports, can be reported together. */
async function loadBatchedProcesses(
  db: Db,
  factoryId: number,
  ids: readonly number[],
  idKind: 'process' | 'report',
): Promise<BatchedProcess[]> {
  const chosen =
    idKind === 'process'
      ? sql`p.id = any(${ids}::bigint[])`
      : sql`p.id in (select r.process_id from work_report r where r.factory_id = ${factoryId} and r.id = any(${ids}::bigint[]))`;
  const { rows } =
    await sql<BatchedProcess>`select distinct p.craft_id, c.name as craft_name, c.report_way, p.state
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where p.factory_id = ${factoryId} and p.deleted_at is null and ${chosen}`.execute(db);
  return rows;
}

/**
 * Returns a function that prepares the rows of a batch of reports. It refuses processes of different crafts or in
 * different states, and crafts that cannot be reported in batches. All rows without a time get the same time, so that
 * the time of the batch can be shared.
 * @param idName the field of a row that names the process or the report
 */
export const makeReportBatchPreparer =
  (idName: 'processId' | 'reportId') =>
  async (
    { db, user }: Pick<QueryCall<unknown>, 'db' | 'user'>,
    rows: readonly BatchRow[],
  ): Promise<BatchRow[]> => {
    const ids = rows.map((row) => Number(row[idName])).filter(Number.isSafeInteger);
    const processes = await loadBatchedProcesses(
      db,
      user.factoryId,
      ids,
      idName === 'processId' ? 'process' : 'report',
    );
    if (new Set(processes.map(({ craftId }) => craftId)).size > 1) throw makeError('batchOfCrafts');
    if (processes.length > 1) throw makeError('batchOfStates');
    for (const process of processes) refuseSingleReportCraft(process);
    const at = getDatabaseTime(db).toISOString();
    return rows.map((row) => ({ ...row, at: row['at'] ?? at }));
  };

/**
 * Refuses a report that does not fit the earlier reports of its batch. The caller must have locked the people.
 * @throws batchOfCrafts, batchOfPeople, batchNotAllowed
 */
export async function refuseUnfitForBatch(
  tx: Transaction,
  batchId: string,
  processId: number,
  shares: readonly PersonShare[],
): Promise<void> {
  const [process] = await loadBatchedProcesses(tx.db, tx.factoryId, [processId], 'process');
  refuseSingleReportCraft(process!);
  const { rows } = await sql<{ craftId: number; employeeIds: number[] }>`select p.craft_id,
      array(select w.employee_id from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id) as employee_ids
    from work_report r join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${tx.factoryId} and r.batch_id = ${batchId} and r.reversed_at is null and r.reverses_id is null
    order by r.id limit 1`.execute(tx.db);
  const first = rows[0];
  if (!first) return;
  if (first.craftId !== process!.craftId) throw makeError('batchOfCrafts');
  const employeeIds = new Set(first.employeeIds.map(Number));
  if (employeeIds.size !== shares.length || !shares.every(({ employeeId }) => employeeIds.has(employeeId)))
    throw makeError('batchOfPeople');
}
