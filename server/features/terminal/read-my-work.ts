import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { Db } from '../../db/database.ts';
import { buildShownCardSql } from '../../ledger/cards/cards.ts';
import { loadProcessProgress } from '../../ledger/progress.ts';
import { addNextSteps } from './scan.ts';

/** The owner of the running work to read: one person, one work group, or everybody. */
export type WorkOwner = { employeeId: number } | { workGroupId: number } | null;

/** Reads the processes at which the user has an open report, as `readRunningWork` does. */
export const readMyWork = async (db: Db, user: CurrentUser, limit: number): Promise<QueuedProcess[]> =>
  user.employeeId === null ? [] : readRunningWork(db, user, { employeeId: user.employeeId }, limit);

/**
 * Reads at most `limit` processes with an open report. The process with the oldest report comes first. The next steps
 * are the steps that the user can take.
 */
export async function readRunningWork(
  db: Db,
  user: CurrentUser,
  owner: WorkOwner,
  limit: number,
): Promise<QueuedProcess[]> {
  const ownerCondition =
    owner === null
      ? sql`true`
      : 'employeeId' in owner
        ? sql`exists (select 1 from work_report_people w where w.factory_id = r.factory_id and w.owner_id = r.id
            and w.employee_id = ${owner.employeeId})`
        : sql`p.work_group_id = ${owner.workGroupId}`;
  const result = await sql<Pick<QueuedProcess, 'processId' | 'partId' | 'dueDate' | 'cardId' | 'cardCode'>>`
    select p.id as process_id, p.part_id, null as due_date,
      min(r.card_id) as card_id, coalesce(min(k.code), ${buildShownCardSql('p.part_id')}) as card_code
    from work_report r join process p on p.factory_id = r.factory_id and p.id = r.process_id
      left join card k on k.factory_id = r.factory_id and k.id = r.card_id
    where r.factory_id = ${user.factoryId} and r.ended_at is null and r.reversed_at is null and ${ownerCondition}
    group by p.factory_id, p.id, p.part_id order by min(r.started_at), p.id limit ${limit}`.execute(db);
  const partIds = [...new Set(result.rows.map((row) => row.partId))];
  if (partIds.length === 0) return [];
  const processes = addNextSteps(await loadProcessProgress(db, user.factoryId, { partIds }), user.employeeId);
  return result.rows.flatMap(({ processId, dueDate, cardId, cardCode }) => {
    const process = processes.find((candidate) => candidate.processId === processId);
    return process ? [{ ...process, dueDate, cardId, cardCode, turn: null }] : [];
  });
}
