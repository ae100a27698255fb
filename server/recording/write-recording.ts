import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { FRAME_OVERHEAD_BYTES } from './limits.ts';

/** The reason why a source of a board is not recorded. */
export type RecordingProblem = 'tooLarge';

/** A recording that begins. */
export interface NewRecording {
  readonly source: string;
  /** The start of the recording: ISO 8601. */
  readonly startedAt: string;
  readonly problem: RecordingProblem | null;
}

/** A frame of a recording, with its packed content. */
export interface RecordedFrame {
  readonly recordingId: number;
  /** The time of the frame: ISO 8601. */
  readonly at: string;
  readonly isKey: boolean;
  /** The minimum time between this frame and the next frame. */
  readonly intervalSeconds: number;
  readonly content: Buffer;
}

/**
 * Begins recordings.
 * @returns the ids of the recordings, in the order of `recordings`
 */
export async function beginRecordings(
  db: Db,
  factoryId: number,
  recordings: readonly NewRecording[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number; source: string }>`
    insert into board_recording (factory_id, source, started_at, recorded_until, problem)
    select ${factoryId}, source, started_at, started_at, problem from unnest(
      ${recordings.map(({ source }) => source)}::text[],
      ${recordings.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${recordings.map(({ problem }) => problem)}::text[]
    ) as t (source, started_at, problem)
    returning id, source`.execute(db);
  const idBySource = new Map(rows.map(({ id, source }) => [source, id]));
  return recordings.map(({ source }) => idBySource.get(source)!);
}

/** Writes frames and updates the stored size of each recorded hour. Frames that were already written are ignored. */
export async function writeFrames(
  db: Db,
  factoryId: number,
  frames: readonly RecordedFrame[],
): Promise<void> {
  await sql`with written as (
      insert into board_frame (factory_id, recording_id, at, is_key, interval_seconds, content)
      select ${factoryId}, recording_id, at, is_key, interval_seconds, content from unnest(
        ${frames.map(({ recordingId }) => recordingId)}::bigint[],
        ${frames.map(({ at }) => at)}::timestamptz[],
        ${frames.map(({ isKey }) => isKey)}::boolean[],
        ${frames.map(({ intervalSeconds }) => intervalSeconds)}::smallint[],
        ${frames.map(({ content }) => content)}::bytea[]
      ) as t (recording_id, at, is_key, interval_seconds, content)
      on conflict do nothing
      returning at, octet_length(content) + ${FRAME_OVERHEAD_BYTES}::integer as byte_count
    )
    insert into board_recording_hour as known (factory_id, hour, byte_count)
    select ${factoryId}, date_trunc('hour', at, 'UTC') as hour, sum(byte_count) from written group by hour
    on conflict (factory_id, hour) do update set byte_count = known.byte_count + excluded.byte_count`.execute(
    db,
  );
}

/**
 * Stores the time until which the rows of recordings are known to be current. A stored time is never replaced
 * by an earlier one.
 */
export async function extendRecordings(
  db: Db,
  factoryId: number,
  recordings: readonly { id: number; until: string }[],
): Promise<void> {
  await sql`update board_recording r set recorded_until = t.until
    from unnest(
      ${recordings.map(({ id }) => id)}::bigint[], ${recordings.map(({ until }) => until)}::timestamptz[]
    ) as t (id, until)
    where r.factory_id = ${factoryId} and r.id = t.id and r.recorded_until < t.until`.execute(db);
}
