import { sql } from 'kysely';
import type { QualityOverview, WaitingException } from '#shared/quality/answers.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { QUALITY_STATES, type QualityState } from '#shared/machines/quality-exception.ts';
import type { Db } from '../../db/database.ts';
import { NAMED_PROCESS_COLUMNS, NAMED_PROCESS_TABLES } from '../../ledger/named-process-sql.ts';

const MAX_WAITING_EXCEPTIONS = 100;

async function countByState(db: Db, factoryId: number): Promise<Record<QualityState, number>> {
  const { rows } = await sql<{ state: QualityState; count: number }>`
    select state, count(*)::integer as count from quality_exception
    where factory_id = ${factoryId} and deleted_at is null group by state`.execute(db);
  const counts = Object.fromEntries(QUALITY_STATES.map((state) => [state, 0])) as Record<
    QualityState,
    number
  >;
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/**
 * Lists the exceptions that the caller has to sign. A caller with the permission to determine exceptions also
 * gets the exceptions to determine and to trace. The exception that has waited longest comes first.
 */
async function listWaitingExceptions(db: Db, user: CurrentUser): Promise<WaitingException[]> {
  const mayDetermine = hasPermission(user, 'QUALITY_DETERMINE');
  const { rows } = await sql<WaitingException>`
    with open as (
      select x.*, case x.state when 'remediesInCountersign' then 'remedies' when 'tracingCountersign' then 'tracing' end as stage
      from quality_exception x
      where x.factory_id = ${user.factoryId} and x.deleted_at is null and x.state not in ('finished', 'cancelled')
    ), staged as (
      select x.*, r.id as round_id, r.at as round_at
      from open x left join lateral (
        select r.id, r.at from quality_round r
        where r.factory_id = x.factory_id and r.exception_id = x.id and r.stage = x.stage
        order by r.number desc limit 1) r on true
    ), asked as (
      select x.*, exists (select 1 from quality_signature g where g.factory_id = x.factory_id and g.round_id = x.round_id
          and g.result = 'notPassed') as is_rejected,
        exists (select 1 from quality_round_signer s where s.factory_id = x.factory_id and s.round_id = x.round_id
          and s.employee_id = ${user.employeeId}::bigint) as is_signer
      from staged x
    ), found as (
      select x.*, case
        when not x.is_rejected and exists (
          select 1 from quality_round_signer s
          where s.factory_id = x.factory_id and s.round_id = x.round_id
            and not exists (select 1 from quality_signature g where g.factory_id = s.factory_id and g.round_id = s.round_id
              and (g.signer_id = s.employee_id or g.signed_by_id = ${user.employeeId}::bigint))
            and (s.employee_id = ${user.employeeId}::bigint or not x.is_signer and exists (
              select 1 from signing_deputy d where d.factory_id = s.factory_id and d.deleted_at is null
                and d.employee_id = s.employee_id and d.deputy_id = ${user.employeeId}::bigint
                and (now() at time zone ${user.zone})::date between d.valid_from and d.valid_until))) then 'sign'
        when ${mayDetermine}::boolean and x.state in ('waitingForInitiation', 'remediesRejected') then 'determine'
        when ${mayDetermine}::boolean and x.state = 'tracingCountersign' and (x.round_id is null or x.is_rejected) then 'trace'
        end as waits_for
      from asked x
    )
    select x.id, x.code, x.state, x.waits_for, x.quantity, e.name as error_class, x.picture, x.raised_at,
      coalesce(x.round_at, x.posted_at, x.determined_at, x.raised_at) as since, ${NAMED_PROCESS_COLUMNS}
    from found x
      join process p on p.factory_id = x.factory_id and p.id = x.process_id
      ${NAMED_PROCESS_TABLES}
      left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
    where x.waits_for is not null
    order by since, x.id limit ${MAX_WAITING_EXCEPTIONS}`.execute(db);
  return rows;
}

/** Counts the exceptions by state, and lists the exceptions that wait for the caller. */
export const readQualityOverview = async (db: Db, user: CurrentUser): Promise<QualityOverview> => ({
  counts: await countByState(db, user.factoryId),
  waitingForMe: await listWaitingExceptions(db, user),
});
