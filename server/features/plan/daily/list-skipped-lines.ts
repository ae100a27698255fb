import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getDatabaseTime } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import { findSkippedLines } from '../../../ledger/released/find-skipped-lines.ts';
import { readReleasedLines } from '../../../ledger/released/released-lines.ts';

/**
 * Lists the lines of the released plan that the start of a process would skip now; none if the process may skip its
 * sequence.
 * @throws rowNotFound
 */
export async function listSkippedLines(
  db: Db,
  { factoryId, zone }: CurrentUser,
  { processId, deviceId }: { processId: number; deviceId: number | null },
): Promise<SkippedLine[]> {
  const process = await db
    .selectFrom('process')
    .select(['leapfrog', 'workGroupId'])
    .where('factoryId', '=', factoryId)
    .where('id', '=', processId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!process) throw makeError('rowNotFound');
  if (process.leapfrog) return [];
  const at = getDatabaseTime(db).toISOString();
  const lines = await readReleasedLines(db, factoryId, { zone, at });
  const skippedLines = await findSkippedLines(db, factoryId, lines, {
    processId,
    workGroupId: process.workGroupId,
    deviceId,
  });
  return skippedLines.map(({ process: { processId: id, orderCode, partName, name } }) => ({
    processId: id,
    orderCode,
    partName,
    name,
  }));
}
