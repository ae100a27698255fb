import { sql } from 'kysely';
import type { SigningReminder } from '#shared/quality/answers.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../../db/database.ts';

/**
 * Lists the open rounds in which a signer was reminded and has not signed. The signer is the caller, or somebody whose
 * deputy the caller is. The oldest reminder comes first.
 */
export async function listReminders(db: Db, user: CurrentUser): Promise<SigningReminder[]> {
  if (user.employeeId === null) return [];
  const { rows } = await sql<SigningReminder>`
    with asked as (
      select ${user.employeeId}::bigint as signer_id
      union
      select d.employee_id from signing_deputy d
      where d.factory_id = ${user.factoryId} and d.deleted_at is null and d.deputy_id = ${user.employeeId}::bigint
        and (now() at time zone ${user.zone})::date between d.valid_from and d.valid_until
    )
    select distinct on (x.id) x.id as exception_id, x.code, m.by_name as by, m.at
    from asked a
      join quality_round_signer s on s.factory_id = ${user.factoryId} and s.employee_id = a.signer_id
      join quality_reminder m on m.factory_id = s.factory_id and m.round_id = s.round_id and m.signer_id = s.employee_id
      join quality_round r on r.factory_id = s.factory_id and r.id = s.round_id
      join quality_exception x on x.factory_id = r.factory_id and x.id = r.exception_id and x.deleted_at is null
        and x.state = case r.stage when 'remedies' then 'remediesInCountersign' else 'tracingCountersign' end
    where not exists (select 1 from quality_round later
        where later.factory_id = r.factory_id and later.exception_id = r.exception_id and later.stage = r.stage
          and later.number > r.number)
      and not exists (select 1 from quality_signature g where g.factory_id = r.factory_id and g.round_id = r.id
        and (g.signer_id = s.employee_id or g.result = 'notPassed'))
    order by x.id, m.at desc`.execute(db);
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1));
}
