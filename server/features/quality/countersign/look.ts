import { sql } from 'kysely';
import type { QualityViewer } from '#shared/quality/answers.ts';
import { LOOK_INTERVAL_MS } from '#shared/quality/countersign.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { readException } from '../lock-exception.ts';

/**
 * How long a person counts as a viewer after a call of the page, in seconds. It is longer than two call
 * intervals, so one call may be lost.
 */
const VIEWER_LIFETIME_SECONDS = (LOOK_INTERVAL_MS * 2.5) / 1000;

/** Stores that a person looks at an exception now. @returns whether the person has just begun to look */
async function storeViewer(tx: Transaction, exceptionId: number, employeeId: number): Promise<boolean> {
  // The subquery sees the row as it was before the statement.
  const { rows } = await sql<{ hasBegun: boolean }>`
    insert into quality_viewer (factory_id, exception_id, employee_id, seen_at)
      values (${tx.factoryId}, ${exceptionId}, ${employeeId}, ${tx.now})
    on conflict (factory_id, exception_id, employee_id) do update set seen_at = excluded.seen_at
    returning not exists (select 1 from quality_viewer before
      where before.factory_id = ${tx.factoryId} and before.exception_id = ${exceptionId}
        and before.employee_id = ${employeeId}
        and before.seen_at > ${tx.now}::timestamptz - make_interval(secs => ${VIEWER_LIFETIME_SECONDS})) as has_begun`.execute(
    tx.db,
  );
  return rows[0]!.hasBegun;
}

async function removeViewer(tx: Transaction, exceptionId: number, employeeId: number): Promise<boolean> {
  const result = await sql`delete from quality_viewer where factory_id = ${tx.factoryId}
    and exception_id = ${exceptionId} and employee_id = ${employeeId}`.execute(tx.db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/**
 * Stores that the caller looks at an exception, or has left it. Other viewers are told when somebody begins or leaves.
 * @returns the people who look at the exception now
 * @throws rowNotFound
 */
export async function lookAtException(
  tx: Transaction,
  user: CurrentUser,
  { id, leaves }: { id: number; leaves: boolean },
): Promise<{ rows: QualityViewer[] }> {
  await readException(tx.db, tx.factoryId, id);
  if (user.employeeId !== null) {
    const hasChanged = await (leaves ? removeViewer : storeViewer)(tx, id, user.employeeId);
    if (hasChanged) tx.announce('quality', 'qualityViewer', [id]);
  }
  const { rows } = await sql<QualityViewer>`
    select v.employee_id, e.name from quality_viewer v
      join employee e on e.factory_id = v.factory_id and e.id = v.employee_id
    where v.factory_id = ${tx.factoryId} and v.exception_id = ${id}
      and v.seen_at > ${tx.now}::timestamptz - make_interval(secs => ${VIEWER_LIFETIME_SECONDS})
    order by e.name, e.id`.execute(tx.db);
  return { rows };
}
