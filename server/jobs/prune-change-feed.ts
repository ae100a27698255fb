import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { HOUR_SECONDS, type BackgroundJob } from './job.ts';

/** How long rows of the change feed are kept, in days. */
const FEED_RETENTION_DAYS = 8;
/** The maximum number of rows that one statement deletes. It is small, so that writers do not wait long. */
const BATCH_ROWS = 1000;
const BATCH_PAUSE_MS = 100;

/**
 * Deletes old rows of the change feed in small batches. Several nodes may run this function at the same time.
 * @param isStopping returns whether the node is stopping
 * @returns the number of deleted rows
 */
export async function deleteOldFeedRows(db: Db, isStopping: () => boolean): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from feed where id in (
        select id from feed where at < now() - make_interval(days => ${FEED_RETENTION_DAYS})
        order by at limit ${BATCH_ROWS} for update skip locked
      )`.execute(db);
    const count = Number(numAffectedRows ?? 0n);
    deletedCount += count;
    if (count < BATCH_ROWS || isStopping()) return deletedCount;
    await pause(BATCH_PAUSE_MS);
  }
}

export const changeFeedCleanupJob: BackgroundJob = {
  name: 'pruneChangeFeed',
  intervalSeconds: HOUR_SECONDS,
  run: deleteOldFeedRows,
};
