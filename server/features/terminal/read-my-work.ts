import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { Db } from '../../db/database.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { addNextSteps } from './scan.ts';

/**
 * Reads the processes at which the user has an open report. The process with the oldest report comes first.
 */
export async function readMyWork(db: Db, user: CurrentUser): Promise<QueuedProcess[]> {
  if (user.employeeId === null) return [];
  const found = await sql<Pick<QueuedProcess, 'processId' | 'partId' | 'dueDate' | 'cardCode'>>`
    select p.id as process_id, p.part_id, null as due_date,
      (select min(c.code) from card c where c.factory_id = p.factory_id and c.part_id = p.part_id and c.deleted_at is null) as card_code
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    join process p on p.factory_id = r.factory_id and p.id = r.process_id
    where r.factory_id = ${user.factoryId} and w.employee_id = ${user.employeeId}
      and r.ended_at is null and r.reversed_at is null
    group by p.factory_id, p.id, p.part_id order by min(r.started_at)`.execute(db);
  const partIds = [...new Set(found.rows.map((row) => row.partId))];
  if (partIds.length === 0) return [];
  const processes = addNextSteps(await loadProcessProgress(db, user.factoryId, { partIds }), user.employeeId);
  return found.rows.flatMap(({ processId, dueDate, cardCode }) => {
    const process = processes.find((candidate) => candidate.processId === processId);
    return process ? [{ ...process, dueDate, cardCode }] : [];
  });
}
