import { sql } from 'kysely';
import { getReportWayRules, type ReportWay } from '#shared/entities/report-ways.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { BatchRow, QueryCall } from '../../call/route.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import type { PersonShare } from './people.ts';

interface BatchedProcess {
  craftId: number;
  craftName: string;
  reportWay: ReportWay | null;
  state: ProcessState;
}

/** Refuses a craft that cannot be reported in batches. @throws batchNotAllowed */
function refuseSingleReportCraft(reportWay: ReportWay | null, name: string): void {
  if (getReportWayRules(reportWay).isSingle) throw makeError('batchNotAllowed', { name });
}

/**
 * Loads the fields that decide whether processes can be reported together. The processes are given directly or by their
 * reports.
 */
async function loadBatchedProcesses(
  db: Db,
  factoryId: number,
  ids: readonly number[],
  idKind: 'process' | 'report',
): Promise<BatchedProcess[]> {
  const condition =
    idKind === 'process'
      ? sql`p.id = any(${ids}::bigint[])`
      : sql`p.id in (select r.process_id from work_report r where r.factory_id = ${factoryId} and r.id = any(${ids}::bigint[]))`;
  const { rows } =
    await sql<BatchedProcess>`select distinct p.craft_id, c.name as craft_name, c.report_way, p.state
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where p.factory_id = ${factoryId} and p.deleted_at is null and ${condition}`.execute(db);
  return rows;
}

/**
 * Returns a function that prepares the rows of a batch of reports. It refuses processes of different crafts
 * or in different states, and crafts that cannot be reported in batches. All rows without a time get the same
 * time, because the reports of a batch share one working time.
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
    for (const { reportWay, craftName } of processes) refuseSingleReportCraft(reportWay, craftName);
    const at = getDatabaseTime(db).toISOString();
    return rows.map((row) => ({ ...row, at: row['at'] ?? at }));
  };

/** The craft and the people that all reports of a batch have in common. */
export interface BatchContent {
  craftId: number;
  employeeIds: readonly number[];
}

/** Loads the contents of batches that have reports, by the id of the batch. The people must be locked. */
export async function loadBatchContents(
  tx: Transaction,
  batchIds: readonly string[],
): Promise<Map<string, BatchContent>> {
  if (batchIds.length === 0) return new Map();
  const { rows } = await sql<
    BatchContent & { batchId: string }
  >`select b.id as batch_id, f.craft_id, f.employee_ids
    from unnest(${[...batchIds]}::text[]) as b (id) cross join lateral (
      select p.craft_id, array(select w.employee_id from work_report_people w
        where w.factory_id = r.factory_id and w.owner_id = r.id) as employee_ids
      from work_report r join process p on p.factory_id = r.factory_id and p.id = r.process_id
      where r.factory_id = ${tx.factoryId} and r.batch_id = b.id and r.reversed_at is null and r.reverses_id is null
      order by r.id limit 1) f`.execute(tx.db);
  return new Map(rows.map(({ batchId, ...content }) => [batchId, content]));
}

/**
 * Refuses a report that does not fit the earlier reports of its batch.
 * @param content the content of the batch; undefined if the batch has no report yet
 * @throws batchOfCrafts, batchOfPeople, batchNotAllowed
 */
export function refuseUnfitForBatch(
  content: BatchContent | undefined,
  process: Pick<RoutingProcess, 'craftId' | 'name' | 'reportWay'>,
  shares: readonly PersonShare[],
): void {
  refuseSingleReportCraft(process.reportWay, process.name);
  if (!content) return;
  if (content.craftId !== process.craftId) throw makeError('batchOfCrafts');
  const employeeIds = new Set(content.employeeIds);
  if (employeeIds.size !== shares.length || !shares.every(({ employeeId }) => employeeIds.has(employeeId)))
    throw makeError('batchOfPeople');
}
