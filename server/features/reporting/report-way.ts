import { sql } from 'kysely';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';

/** The people of a request that starts work, with their shares in percent; null for equal shares. */
type RequestedPeople = { employeeId: number; ratio: number | null }[];

/** Lists the people of a work group who are on the job and do not work on another report, and the user. */
async function listTeam(
  tx: Transaction,
  user: CurrentUser,
  workGroupId: number,
  batchId: string | null,
): Promise<RequestedPeople> {
  const { rows } = await sql<{ employeeId: number }>`select e.id as employee_id from employee e
    where e.factory_id = ${tx.factoryId} and e.deleted_at is null and (e.id = ${user.employeeId}::bigint
      or e.work_group_id = ${workGroupId} and e.working_status = 'onJob' and not exists (
        select 1 from work_report_people w
        join work_report r on r.factory_id = w.factory_id and r.id = w.owner_id
        where w.factory_id = e.factory_id and w.employee_id = e.id and r.ended_at is null
          and r.reversed_at is null and r.reverses_id is null
          and (r.batch_id is null or r.batch_id is distinct from ${batchId})))
    order by e.id`.execute(tx.db);
  return rows.map(({ employeeId }) => ({ employeeId, ratio: null }));
}

/**
 * Applies the report way of a craft to a request that starts work.
 * @returns the people of the report: those of the request, or else the free people of the work group if the craft is
 * reported by group
 * @throws deviceMissing if the craft is reported by device and the request names none
 */
export async function applyReportWay(
  tx: Transaction,
  user: CurrentUser,
  process: Pick<RoutingProcess, 'name' | 'reportWay' | 'workGroupId'>,
  {
    deviceId,
    people,
    batchId = null,
  }: { deviceId: number | null; people: RequestedPeople; batchId?: string | null },
): Promise<RequestedPeople> {
  const rules = getReportWayRules(process.reportWay);
  if (rules.needsDevice && deviceId === null)
    throw makeError('deviceMissing', { name: process.name }, { deviceId: { reason: 'required' } });
  if (rules.namesTeam && people.length === 0 && process.workGroupId !== null)
    return listTeam(tx, user, process.workGroupId, batchId);
  return people;
}
