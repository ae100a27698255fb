import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { RECORDING_RETENTION_DAYS } from '#shared/boards/recording.ts';
import type { Db } from '../db/database.ts';
import { MAX_KEPT_FACTORY_BYTES } from '../recording/limits.ts';
import { HOUR_SECONDS, type BackgroundJob } from './job.ts';

/** The maximum number of frames that one statement deletes. It is small, so that the recorder does not wait long. */
const BATCH_FRAMES = 1000;
const BATCH_PAUSE_MS = 100;

interface RecordingRetention {
  factoryId: number;
  /** The time before which recordings of the factory are deleted: ISO 8601. */
  since: string;
}

/**
 * Finds the time before which recordings are deleted. The recordings of the last RECORDING_RETENTION_DAYS are kept. If
 * their frames take more than `maxBytes`, fewer whole hours are kept. The current hour is always kept.
 */
async function loadKeptRecordings(db: Db, maxBytes: number): Promise<RecordingRetention[]> {
  const { rows } = await sql<RecordingRetention>`
    with sums as (
      select factory_id, hour, sum(byte_count) over (partition by factory_id order by hour desc) as byte_count
      from board_recording_hour
    ), full_hours as (
      select factory_id, max(hour) as hour from sums
      where byte_count > ${maxBytes}::bigint and hour < date_trunc('hour', now(), 'UTC')
      group by factory_id
    )
    select f.id as factory_id,
      greatest(now() - make_interval(days => ${RECORDING_RETENTION_DAYS}), h.hour + interval '1 hour') as since
    from factory f left join full_hours h on h.factory_id = f.id
    where exists (select 1 from board_recording r where r.factory_id = f.id)
    order by f.id`.execute(db);
  return rows;
}

/**
 * Deletes one batch of the frames of a factory that are not needed to play back the kept time. A recording that
 * continues in the kept time keeps the last key frame before it, because the later frames build on this key frame.
 * @returns the number of deleted frames
 */
async function deleteOldFrames(db: Db, { factoryId, since }: RecordingRetention): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select f.recording_id, f.at from board_recording r
      cross join lateral (
        select case when r.recorded_until < ${since}::timestamptz then 'infinity'::timestamptz else (
          select max(k.at) from board_frame k where k.factory_id = ${factoryId} and k.recording_id = r.id
            and k.is_key and k.at <= ${since}::timestamptz) end as at
      ) needed
      join board_frame f on f.factory_id = ${factoryId} and f.recording_id = r.id and f.at < needed.at
      where r.factory_id = ${factoryId} and r.started_at <= ${since}::timestamptz limit ${BATCH_FRAMES}
    )
    delete from board_frame f using old
    where f.factory_id = ${factoryId} and f.recording_id = old.recording_id and f.at = old.at`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the recordings of a factory before the kept time. @returns the number of deleted frames */
async function deleteRecordingsOfFactory(
  db: Db,
  keptRecordings: RecordingRetention,
  isStopping: () => boolean,
): Promise<number> {
  const { factoryId, since } = keptRecordings;
  // The start of the recordings is moved first, so that nobody plays back recordings that are only partly deleted.
  await sql`update board_recording set started_at = ${since}::timestamptz
    where factory_id = ${factoryId} and started_at < ${since}::timestamptz
      and recorded_until >= ${since}::timestamptz`.execute(db);
  let deletedCount = 0;
  for (;;) {
    const count = await deleteOldFrames(db, keptRecordings);
    deletedCount += count;
    if (isStopping()) return deletedCount;
    if (count < BATCH_FRAMES) break;
    await pause(BATCH_PAUSE_MS);
  }
  await sql`delete from board_recording
    where factory_id = ${factoryId} and recorded_until < ${since}::timestamptz`.execute(db);
  await sql`delete from board_recording_hour
    where factory_id = ${factoryId} and hour + interval '1 hour' <= ${since}::timestamptz`.execute(db);
  return deletedCount;
}

/**
 * Deletes recordings of boards that are older than RECORDING_RETENTION_DAYS, and the oldest hours of a factory whose
 * frames take more than `maxBytes`.
 * @param isStopping returns whether the node is stopping
 * @returns the number of deleted frames
 */
export async function deleteOldRecordings(
  db: Db,
  isStopping: () => boolean,
  maxBytes = MAX_KEPT_FACTORY_BYTES,
): Promise<number> {
  let deletedCount = 0;
  for (const keptRecordings of await loadKeptRecordings(db, maxBytes)) {
    if (isStopping()) break;
    deletedCount += await deleteRecordingsOfFactory(db, keptRecordings, isStopping);
  }
  return deletedCount;
}

export const boardRecordingCleanupJob: BackgroundJob = {
  name: 'pruneBoardRecordings',
  intervalSeconds: HOUR_SECONDS,
  run: (db, isStopping) => deleteOldRecordings(db, isStopping),
};
