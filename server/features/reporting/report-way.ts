import { sql } from 'kysely';
import { getReportWayRules, REPORT_ENTRY_KINDS } from '#shared/entities/report-ways.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadReportEntryRequest } from '../../ledger/report-entry-request.ts';
import type { RoutingProcess } from '../../ledger/routing.ts';
import { keepBarcodes } from './entries/keep-barcodes.ts';
import { keepMaterials } from './entries/keep-materials.ts';
import { keepParameters } from './entries/keep-parameters.ts';
import type { EndedReport, EnteredEntries } from './entries/report-lines.ts';
import { isPersonBusy, type Workforce } from './people.ts';

/** The people of a request that starts work, with their shares in percent; null for equal shares. */
type RequestedPeople = { employeeId: number; ratio: number | null }[];

/** The process of a request that starts work, and the craft's way to report. */
type ReportedProcess = Pick<RoutingProcess, 'name' | 'reportWay' | 'workGroupId'>;

/** Refuses a request without a device if the craft is reported by device. @throws deviceMissing */
export function refuseMissingDevice(process: ReportedProcess, deviceId: number | null): void {
  if (getReportWayRules(process.reportWay).needsDevice && deviceId === null)
    throw makeError('deviceMissing', { name: process.name }, { deviceId: { reason: 'required' } });
}

/**
 * Returns the work group whose people make the report if a request names nobody; null if the craft is not
 * reported by group, or if the request names people.
 */
export const findReportedGroup = (process: ReportedProcess, people: RequestedPeople): number | null =>
  getReportWayRules(process.reportWay).includesTeam && people.length === 0 ? process.workGroupId : null;

/**
 * Lists the people of each work group by the id of the group: those whose working status is "on the job", and in each
 * list also the user.
 */
export async function listTeams(
  tx: Transaction,
  user: CurrentUser,
  workGroupIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (workGroupIds.length === 0) return new Map();
  const { rows } = await sql<{ workGroupId: number; employeeIds: number[] }>`
    select g.id as work_group_id, array(
      select e.id from employee e where e.factory_id = ${tx.factoryId} and e.deleted_at is null
        and (e.id = ${user.employeeId}::bigint or e.work_group_id = g.id and e.working_status = 'onJob')
      order by e.id) as employee_ids
    from unnest(${[...workGroupIds]}::bigint[]) as g (id)`.execute(tx.db);
  return new Map(rows.map(({ workGroupId, employeeIds }) => [workGroupId, employeeIds]));
}

/**
 * Chooses the people of a report.
 * @param team the people of the work group; undefined if the craft is not reported by group, or if the
 * request names people
 * @returns the user and the people of the team who do not work on another report; without a team, the
 * requested people
 */
export const choosePeople = (
  user: CurrentUser,
  people: RequestedPeople,
  team: readonly number[] | undefined,
  workforce: Workforce,
  batchId: string | null,
): RequestedPeople =>
  team
    ? team
        .filter((id) => id === user.employeeId || !isPersonBusy(workforce, id, batchId))
        .map((employeeId) => ({ employeeId, ratio: null }))
    : people;

/**
 * Checks and stores the entries that the report way of the craft asks for when a report ends. The part of the process
 * must be locked.
 * @throws fieldsInvalid if there are entries for which the craft does not ask; and the errors of `keepParameters`,
 * `keepBarcodes` and `keepMaterials`
 */
export async function keepReportEntries(
  tx: Transaction,
  user: CurrentUser,
  process: Pick<RoutingProcess, 'id' | 'partId' | 'name' | 'reportWay'>,
  { reportId, isRework, pieces }: Pick<EndedReport, 'reportId' | 'isRework' | 'pieces'>,
  entries: EnteredEntries,
): Promise<void> {
  const { entryKind } = getReportWayRules(process.reportWay);
  const unexpectedKind = REPORT_ENTRY_KINDS.find((kind) => kind !== entryKind && entries[kind].length > 0);
  if (unexpectedKind) throw makeError('fieldsInvalid', {}, { [unexpectedKind]: { reason: 'notAsked' } });
  if (!entryKind) return;
  const request = await loadReportEntryRequest(tx.db, tx.factoryId, process.id);
  const report: EndedReport = {
    reportId,
    isRework,
    pieces,
    processId: process.id,
    processName: process.name,
    partId: process.partId,
    factoryCode: user.factoryCode,
  };
  switch (request?.kind) {
    case 'parameters':
      return keepParameters(tx, report, request.parameters, entries.parameters);
    case 'barcodes':
      return keepBarcodes(tx, report, request, entries.barcodes);
    case 'materials':
      return keepMaterials(tx, report, request.materials, entries.materials);
    case undefined:
  }
}
