import { sql } from 'kysely';
import type { CorrectiveStoryEvent } from '#shared/quality/corrective.ts';
import type { Transaction } from '../../../db/transaction.ts';

/** Adds an event to the history of a corrective action. */
export async function addCorrectiveEvent(
  tx: Transaction,
  correctiveId: number,
  {
    kind,
    reason = null,
    exceptionId = null,
  }: Pick<CorrectiveStoryEvent, 'kind'> & Partial<Pick<CorrectiveStoryEvent, 'reason' | 'exceptionId'>>,
): Promise<void> {
  await sql`insert into corrective_event (factory_id, corrective_id, kind, exception_id, reason, by_name, at)
    values (${tx.factoryId}, ${correctiveId}, ${kind}, ${exceptionId}, ${reason}, ${tx.name}, ${tx.now})`.execute(
    tx.db,
  );
}
