import { sql } from 'kysely';
import type { OwnPenalty } from '#shared/quality/answers.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';

const MAX_OWN_PENALTIES = 50;

/** Lists the penalties of the caller, the newest first. The list includes refused penalties. */
export async function listOwnPenalties(db: Db, user: CurrentUser): Promise<OwnPenalty[]> {
  if (user.employeeId === null) return [];
  const { rows } = await sql<OwnPenalty>`
    select n.id, n.exception_id, x.code as exception_code, x.description, coalesce(p.name, c.name) as process_name,
      n.kind, n.ratio, n.amount, n.state, n.reason, n.month, n.decided_at
    from quality_penalty n
      join quality_exception x on x.factory_id = n.factory_id and x.id = n.exception_id
      join process p on p.factory_id = x.factory_id and p.id = coalesce(x.responsible_process_id, x.process_id)
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where n.factory_id = ${user.factoryId} and n.employee_id = ${user.employeeId} and n.deleted_at is null
    order by n.id desc limit ${MAX_OWN_PENALTIES}`.execute(db);
  return rows;
}
