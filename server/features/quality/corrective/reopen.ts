import { sql } from 'kysely';
import { RECURRENCE_WATCH_DAYS } from '#shared/quality/corrective.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { writeChange } from '../../../db/write-change.ts';
import { getNextCorrectiveState, lockCorrective } from '../../../hooks/lock-corrective.ts';
import { addCorrectiveEvent } from './corrective-events.ts';
import { COVERS_DEFECT, DEFECT_TABLES } from './defect-scope-sql.ts';

/** Adds an exception to those of a corrective action. */
async function linkException(tx: Transaction, correctiveId: number, exceptionId: number): Promise<void> {
  await sql`insert into corrective_action_exception_ids (factory_id, owner_id, position, target_id)
    select ${tx.factoryId}::bigint, ${correctiveId}::bigint, coalesce(max(position) + 1, 0), ${exceptionId}::bigint
    from corrective_action_exception_ids where factory_id = ${tx.factoryId} and owner_id = ${correctiveId}`.execute(
    tx.db,
  );
}

/**
 * Opens corrective actions again if an exception shows that their defect has come back. This concerns actions
 * whose effect is being checked, and actions that were closed as effective within the last
 * RECURRENCE_WATCH_DAYS days. An exception that is already linked to an action, or that was raised before its
 * check began, is no recurrence. The caller must have written the error class and the responsible process of
 * the exception.
 */
export async function reopenRecurrent(tx: Transaction, exceptionId: number): Promise<void> {
  const { rows } = await sql<{ id: number; code: string }>`
    select a.id, x.code
    from quality_exception x ${DEFECT_TABLES}
      join corrective_action a on a.factory_id = x.factory_id and a.deleted_at is null
        and a.check_begun_at < x.raised_at
        and (a.state = 'correctiveChecking' or a.state = 'correctiveEffective'
          and a.closed_at > ${tx.now}::timestamptz - make_interval(days => ${RECURRENCE_WATCH_DAYS}))
    where x.factory_id = ${tx.factoryId} and x.id = ${exceptionId} and x.error_class_id is not null and ${COVERS_DEFECT}
      and not exists (select 1 from corrective_action_exception_ids l
        where l.factory_id = a.factory_id and l.owner_id = a.id and l.target_id = x.id)
    order by a.id`.execute(tx.db);
  for (const { id, code } of rows) {
    const corrective = await lockCorrective(tx, id);
    // Another exception may have opened the corrective action since the query.
    if (corrective.state === 'correctiveOpen' || corrective.state === 'correctiveCancelled') continue;
    const state = getNextCorrectiveState(corrective, 'recurDefect');
    const values = {
      state,
      round: corrective.round + 1,
      checkBegunAt: null,
      checkDueOn: null,
      closedAt: null,
      closingReason: null,
    };
    await linkException(tx, id, exceptionId);
    await writeChange(tx, 'correctiveAction', corrective, values, {
      action: 'recurDefect',
      after: { ...values, exception: code },
    });
    await addCorrectiveEvent(tx, id, { kind: 'recurDefect', exceptionId });
  }
}
