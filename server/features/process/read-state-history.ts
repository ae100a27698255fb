import { sql } from 'kysely';
import type { ProcessStateChange } from '#shared/ledger/process-state-change.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { loadRecord } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';

/** The maximum number of changes that are read. It suffices for ten changes a day for months. */
const MAX_CHANGES = 1000;

/**
 * Reads the changes of the state of a process, the first change first.
 * @throws rowNotFound
 */
export async function readStateHistory(
  db: Db,
  user: CurrentUser,
  processId: number,
): Promise<ProcessStateChange[]> {
  await loadRecord(db, entities.process as EntityDeclaration, user, processId);
  const { rows } = await sql<ProcessStateChange>`
    select c.id, c.from_state as "from", c.to_state as "to", c.at, c.report_id,
      case when r.reverses_id is not null then 'reverse' when c.to_state = 'processing' then 'start' else r.kind end as event,
      (select coalesce(json_agg(e.name order by w.position), '[]'::json) from work_report_people w
        join employee e on e.factory_id = w.factory_id and e.id = w.employee_id
        where w.factory_id = c.factory_id and w.owner_id = c.report_id) as people
    from process_state_change c
      left join work_report r on r.factory_id = c.factory_id and r.id = c.report_id
    where c.factory_id = ${user.factoryId} and c.process_id = ${processId}
    order by c.id limit ${MAX_CHANGES}`.execute(db);
  return rows;
}
