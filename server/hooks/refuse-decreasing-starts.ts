import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, SavedRowOf } from './hooks.ts';

interface ConflictingProcess {
  name: string;
  plannedStart: string;
  isPrevious: boolean;
}

/**
 * Refuses a process that is planned to start before an earlier process of its part, or after a later one. Parallel
 * processes are not compared. A process whose planned start and sequence number did not change is not checked.
 * @throws startsBeforePrevious, startsAfterNext (specification §5)
 */
export async function refuseDecreasingStarts(
  tx: Transaction,
  process: SavedRowOf<'process'>,
  before: DraftOf<'process'> | null,
): Promise<void> {
  const { plannedStart, seq, partId } = process;
  if (plannedStart === null || (before?.plannedStart === plannedStart && before.seq === seq)) return;
  const result = await sql<ConflictingProcess>`
    select coalesce(p.name, c.name) as name, p.planned_start, p.seq < ${seq} as is_previous
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where p.factory_id = ${tx.factoryId} and p.part_id = ${partId} and p.deleted_at is null
      and ((p.seq < ${seq} and p.planned_start > ${plannedStart}) or (p.seq > ${seq} and p.planned_start < ${plannedStart}))
    order by abs(p.seq - ${seq}), p.id limit 1`.execute(tx.db);
  const conflictingProcess = result.rows[0];
  if (!conflictingProcess) return;
  const { name, plannedStart: day, isPrevious } = conflictingProcess;
  throw makeError(
    isPrevious ? 'startsBeforePrevious' : 'startsAfterNext',
    { own: process.name ?? '', name, day },
    {
      plannedStart: isPrevious
        ? { reason: 'tooSmall', params: { min: day } }
        : { reason: 'tooLarge', params: { max: day } },
    },
  );
}
