import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { RECORDING_RETENTION_DAYS } from '#shared/boards/recording.ts';
import type { Db } from '../db/database.ts';
import { HOUR_SECONDS, type BackgroundJob } from './job.ts';

/** The maximum number of frames that one statement deletes. It is small, so that the recorder does not wait long. */
const BATCH_FRAMES = 1000;
const BATCH_PAUSE_MS = 100;

/**
 * Deletes one batch of frames that are not needed to play back the last RECORDING_RETENTION_DAYS. A recording that
 * continues in this time keeps the last key frame before it, because the later frames build on this key frame.
 * @returns the number of deleted frames
 */
async function deleteOldFrames(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with limits as (select now() - make_interval(days => ${RECORDING_RETENTION_DAYS}) as oldest),
    old as (
      select f.factory_id, f.recording_id, f.at from limits, board_recording r
      cross join lateral (
        select case when r.recorded_until < oldest then 'infinity'::timestamptz else (
          select max(k.at) from board_frame k where k.factory_id = r.factory_id and k.recording_id = r.id
            and k.is_key and k.at <= oldest) end as at
      ) needed
      join board_frame f on f.factory_id = r.factory_id and f.recording_id = r.id and f.at < needed.at
      where r.started_at < oldest limit ${BATCH_FRAMES}
    )
    delete from board_frame f using old
    where f.factory_id = old.factory_id and f.recording_id = old.recording_id and f.at = old.at`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Deletes what was recorded of boards more than RECORDING_RETENTION_DAYS ago.
 * @param isStopping returns whether the node is stopping
 * @returns the number of deleted frames
 */
export async function deleteOldRecordings(db: Db, isStopping: () => boolean): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const count = await deleteOldFrames(db);
    deletedCount += count;
    if (isStopping()) return deletedCount;
    if (count < BATCH_FRAMES) break;
    await pause(BATCH_PAUSE_MS);
  }
  await sql`delete from board_recording
    where recorded_until < now() - make_interval(days => ${RECORDING_RETENTION_DAYS})`.execute(db);
  return deletedCount;
}

export const boardRecordingCleanupJob: BackgroundJob = {
  name: 'pruneBoardRecordings',
  intervalSeconds: HOUR_SECONDS,
  run: deleteOldRecordings,
};
