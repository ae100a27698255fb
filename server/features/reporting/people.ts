import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import {
  createEqualRatios,
  getMachinesPerPerson,
  findForbiddenOverlap,
  RATIO_TOTAL_PERCENT,
  type WorkInterval,
} from '#shared/rules/report-limits.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { sql } from 'kysely';
import { makeReferenceMissingError } from '../../call/field-refusals.ts';
import type { Transaction } from '../../db/transaction.ts';

/** A person in a report, with the person's share of its time and pieces in percent. */
export interface PersonShare {
  employeeId: number;
  ratio: number;
}

/**
 * Determines the people of a report and their shares. Without requested people, the caller has the whole share.
 * Without ratios, all people have equal shares. The caller must be one of the people, or have the team permission.
 * @throws fieldsInvalid, samePersonTwice, ratioSum, notYourReport
 */
export function resolvePersonShares(
  requestedPeople: readonly { employeeId: number; ratio: number | null }[],
  user: CurrentUser,
): PersonShare[] {
  const people =
    requestedPeople.length > 0
      ? requestedPeople
      : user.employeeId === null
        ? []
        : [{ employeeId: user.employeeId, ratio: null }];
  if (people.length === 0) throw makeError('fieldsInvalid', {}, { people: { reason: 'required' } });
  const ids = new Set(people.map((person) => person.employeeId));
  if (ids.size < people.length) throw makeError('samePersonTwice', {}, { people: { reason: 'repeated' } });
  if ((user.employeeId === null || !ids.has(user.employeeId)) && !hasPermission(user, 'TASK_REPORT_TEAM')) {
    throw makeError('notYourReport', {}, { people: { reason: 'notAReference' } });
  }
  if (people.every((person) => person.ratio === null)) {
    const ratios = createEqualRatios(people.length);
    return people.map((person, index) => ({ employeeId: person.employeeId, ratio: ratios[index]! }));
  }
  const total = addQuantities(...people.map((person) => person.ratio ?? 0));
  if (total !== RATIO_TOTAL_PERCENT)
    throw makeError('ratioSum', { sum: total }, { people: { reason: 'notAChoice' } });
  return people.map((person) => ({ employeeId: person.employeeId, ratio: person.ratio ?? 0 }));
}

/** When work begins and ends; `endedAt` is null while the work goes on. */
interface WorkTimes {
  startedAt: string;
  endedAt: string | null;
  /** The batch to which the work belongs; null if it belongs to no batch. */
  batchId: string | null;
}

/** Converts the times of work to milliseconds since 1970. The end of work that goes on is Infinity. */
const toInterval = ({ startedAt, endedAt }: Omit<WorkTimes, 'batchId'>) => ({
  start: Date.parse(startedAt),
  end: endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(endedAt),
});

/** A report of a person. From each batch, only the report that ends last is included. */
interface PersonReport extends WorkTimes {
  employeeId: number;
  id: number;
  /** The man–machine ratio of the process that the report is about. */
  ratio: number | null;
}

/** People who are locked until the commit, with those of their reports that may overlap the new reports. */
export interface Workforce {
  people: ReadonlyMap<number, { id: number; name: string; workingStatus: string }>;
  reports: PersonReport[];
}

/**
 * Reads the names of the task or the process, the order and the device of a report, for an error message;
 * null if there are none.
 */
async function readReportWork(tx: Transaction, reportId: number): Promise<string | null> {
  const { rows } = await sql<{ work: string | null }>`
    select nullif(concat_ws(' · ', coalesce(p.name, c.name, k.name), o.code, d.name), '') as work
    from work_report r
      left join task k on k.factory_id = r.factory_id and k.id = r.task_id
      left join process p on p.factory_id = r.factory_id and p.id = r.process_id
      left join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join part t on t.factory_id = p.factory_id and t.id = p.part_id
      left join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      left join device d on d.factory_id = r.factory_id and d.id = r.device_id
    where r.factory_id = ${tx.factoryId} and r.id = ${reportId}`.execute(tx.db);
  return rows[0]?.work ?? null;
}

/**
 * Locks people until the commit, so that none of them starts two reports at the same moment, and loads their
 * reports.
 * @param earliestStart the start of the first new report; reports that ended before this time are not loaded
 * @param batchId the batch to which all new reports belong; the earlier reports of this batch are not loaded.
 * It is null if the new reports belong to no common batch
 */
export async function lockWorkforce(
  tx: Transaction,
  employeeIds: readonly number[],
  earliestStart: string,
  batchId: string | null,
): Promise<Workforce> {
  const ids = [...new Set(employeeIds)].sort((a, b) => a - b);
  if (ids.length === 0) return { people: new Map(), reports: [] };
  const people = await tx.db
    .selectFrom('employee')
    .select(['id', 'name', 'workingStatus'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const reports = await sql<PersonReport>`
    select distinct on (w.employee_id, coalesce(r.batch_id, r.id::text))
           w.employee_id, r.id, r.started_at, r.ended_at, r.batch_id,
           (select p.man_machine_ratio from process p where p.factory_id = r.factory_id and p.id = r.process_id) as ratio
    from work_report_people w
      join work_report r on r.factory_id = w.factory_id and r.id = w.owner_id
    where w.factory_id = ${tx.factoryId} and w.employee_id = any(${ids}::bigint[])
      and r.reversed_at is null and r.reverses_id is null and r.kind <> 'receive'
      and (r.ended_at is null or r.ended_at > ${earliestStart}::timestamptz)
      and (r.batch_id is null or r.batch_id is distinct from ${batchId})
    order by w.employee_id, coalesce(r.batch_id, r.id::text), r.ended_at desc nulls first`.execute(tx.db);
  return { people: new Map(people.map((person) => [person.id, person])), reports: reports.rows };
}

/** Adds an open report of a person. The open reports of a batch count as one report. */
export function addPersonReport({ reports }: Workforce, report: PersonReport): void {
  const index = reports.findIndex(
    ({ employeeId, batchId }) =>
      batchId !== null && batchId === report.batchId && employeeId === report.employeeId,
  );
  if (index < 0) reports.push(report);
  else if (reports[index]!.endedAt !== null) reports[index] = report;
}

const isOutsideBatch = (report: PersonReport, batchId: string | null): boolean =>
  report.batchId === null || report.batchId !== batchId;

/** Whether a person works on a report that does not belong to the batch. */
export const isPersonBusy = ({ reports }: Workforce, employeeId: number, batchId: string | null): boolean =>
  reports.some(
    (report) =>
      report.employeeId === employeeId && report.endedAt === null && isOutsideBatch(report, batchId),
  );

/**
 * Refuses people whose working status is not `onJob`, and people who would work on more reports at the same time than
 * the man–machine ratios allow. The reports of a batch count as one report.
 * @throws referenceMissing, personNotOnJob, manMachineRatioExceeded, timesOverlap
 */
export async function refuseUnavailablePeople(
  tx: Transaction,
  workforce: Workforce,
  shares: readonly PersonShare[],
  { startedAt, endedAt, batchId }: WorkTimes,
  process: { manMachineRatio: number | null },
): Promise<void> {
  const ids = shares.map((share) => share.employeeId).sort((a, b) => a - b);
  const people = ids.flatMap((id) => workforce.people.get(id) ?? []);
  if (people.length < ids.length) throw makeReferenceMissingError('people', 'employee');
  const unavailablePerson = people.find((person) => person.workingStatus !== 'onJob');
  if (unavailablePerson)
    throw makeError('personNotOnJob', {
      name: unavailablePerson.name,
      status: markAsTerm(unavailablePerson.workingStatus as TermKey),
    });
  const limit = getMachinesPerPerson(process.manMachineRatio);
  const newInterval: WorkInterval = { ...toInterval({ startedAt, endedAt }), limit };
  for (const person of people) {
    const otherReports = workforce.reports
      .filter(
        (report) =>
          report.employeeId === person.id &&
          isOutsideBatch(report, batchId) &&
          (report.endedAt === null || report.endedAt > startedAt),
      )
      .map((report) => ({
        ...report,
        ...toInterval(report),
        limit: getMachinesPerPerson(report.ratio),
      }));
    const overlap = findForbiddenOverlap(newInterval, otherReports);
    if (!overlap) continue;
    const { other } = overlap;
    if (other.endedAt === null && limit > 1)
      throw makeError('manMachineRatioExceeded', {
        name: person.name,
        other: (await readReportWork(tx, other.id)) ?? '…',
        limit: overlap.limit,
      });
    throw makeError('timesOverlap', {
      name: person.name,
      start: other.startedAt,
      end: other.endedAt ?? '…',
      report: other.id,
    });
  }
}
