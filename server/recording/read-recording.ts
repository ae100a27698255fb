import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordedChange, RecordedSpan, TimeSpan } from '#shared/answers/recording.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import type { Db } from '../db/database.ts';
import { unpackFrame, type ChangeFrameContent, type KeyFrameContent } from './frame-content.ts';
import type { RecordingProblem } from './write-recording.ts';

interface RecordingRow {
  id: number;
  source: string;
  startedAt: string;
  recordedUntil: string;
  problem: RecordingProblem | null;
}

interface FrameRow {
  recordingId: number;
  at: string;
  isKey: boolean;
  content: Buffer;
}

/** The recorded rows of a source within a span of time. */
interface SourceRecordings {
  spans: RecordedSpan[];
  tooLarge: TimeSpan[];
}

const getLater = (left: string, right: string): string => (left > right ? left : right);
const getEarlier = (left: string, right: string): string => (left < right ? left : right);

/** Loads the recordings of sources that overlap a span, oldest first. Times are ISO 8601 in UTC. */
export async function loadRecordings(
  db: Db,
  factoryId: number,
  sourceKeys: readonly string[],
  { from, until }: TimeSpan,
): Promise<RecordingRow[]> {
  const { rows } = await sql<RecordingRow>`select id, source, started_at, recorded_until, problem
    from board_recording
    where factory_id = ${factoryId} and source = any(${[...new Set(sourceKeys)]}::text[])
      and started_at <= ${until}::timestamptz and recorded_until >= ${from}::timestamptz
    order by started_at, id`.execute(db);
  return rows;
}

/** Loads the frames of a span, and before them those that lead from the last key frame to the beginning of the span. */
async function loadFrames(
  db: Db,
  factoryId: number,
  recordingIds: readonly number[],
  { from, until }: TimeSpan,
): Promise<Map<number, FrameRow[]>> {
  const { rows } = await sql<FrameRow>`select f.recording_id, f.at, f.is_key, f.content
    from unnest(${recordingIds}::bigint[]) as wanted (id)
    cross join lateral (
      select coalesce((
        select k.at from board_frame k
        where k.factory_id = ${factoryId} and k.recording_id = wanted.id and k.is_key and k.at <= ${from}::timestamptz
        order by k.at desc limit 1), '-infinity') as at
    ) first
    join board_frame f on f.factory_id = ${factoryId} and f.recording_id = wanted.id
      and f.at >= first.at and f.at <= ${until}::timestamptz
    order by f.recording_id, f.at`.execute(db);
  const framesByRecording = new Map<number, FrameRow[]>();
  for (const row of rows) {
    const frames = framesByRecording.get(row.recordingId);
    if (frames) frames.push(row);
    else framesByRecording.set(row.recordingId, [row]);
  }
  return framesByRecording;
}

/** The rows of a source while its frames are applied one after the other. */
class RowsInTime {
  rowKey: readonly string[] = [];
  readonly rowsByKey = new Map<string, ReportRow>();

  /** Applies a frame. @returns the differences from the rows before */
  apply(isKey: boolean, content: unknown): ChangeFrameContent {
    if (!isKey) {
      const change = content as ChangeFrameContent;
      for (const key of change.remove) this.rowsByKey.delete(key);
      for (const row of change.upsert) this.rowsByKey.set(buildRowKey(this.rowKey, row), row);
      return change;
    }
    const { rowKey, rows } = content as KeyFrameContent;
    this.rowKey = rowKey;
    const before = new Map(this.rowsByKey);
    this.rowsByKey.clear();
    const upsert: ReportRow[] = [];
    for (const row of rows) {
      const key = buildRowKey(rowKey, row);
      if (JSON.stringify(before.get(key)) !== JSON.stringify(row)) upsert.push(row);
      this.rowsByKey.set(key, row);
    }
    return { upsert, remove: [...before.keys()].filter((key) => !this.rowsByKey.has(key)) };
  }
}

/** Makes the span of one recording from its frames; null if it has no frame in the span. */
async function makeSpan(
  recording: RecordingRow,
  frames: readonly FrameRow[],
  { from, until }: TimeSpan,
): Promise<RecordedSpan | null> {
  // Frames before the first key frame were deleted with it.
  const first = frames.find(({ isKey }) => isKey);
  if (!first) return null;
  const spanFrom = getLater(getLater(recording.startedAt, from), first.at);
  const rowsInTime = new RowsInTime();
  const changes: RecordedChange[] = [];
  let rows: ReportRow[] = [];
  let rowsAt = first.at;
  for (const { at, isKey, content } of frames.slice(frames.indexOf(first))) {
    const change = rowsInTime.apply(isKey, await unpackFrame(content));
    if (at > spanFrom) {
      if (change.upsert.length > 0 || change.remove.length > 0) changes.push({ at, ...change });
      continue;
    }
    rows = [...rowsInTime.rowsByKey.values()];
    rowsAt = at;
  }
  const spanUntil = getEarlier(recording.recordedUntil, until);
  return spanUntil < spanFrom
    ? null
    : { from: spanFrom, until: spanUntil, rowKey: rowsInTime.rowKey, rows, rowsAt, changes };
}

/**
 * Reads the recorded rows of sources within a span of time.
 * @param sourceKeys built with `buildSourceKey`
 * @returns the recordings by source key; a source without a recording is missing
 */
export async function readRecordings(
  db: Db,
  factoryId: number,
  sourceKeys: readonly string[],
  span: TimeSpan,
): Promise<Map<string, SourceRecordings>> {
  const recordings = await loadRecordings(db, factoryId, sourceKeys, span);
  const frames = await loadFrames(
    db,
    factoryId,
    recordings.map(({ id }) => id),
    span,
  );
  const bySource = new Map<string, SourceRecordings>();
  for (const recording of recordings) {
    const { source, startedAt, recordedUntil, problem } = recording;
    const known = bySource.get(source) ?? { spans: [], tooLarge: [] };
    bySource.set(source, known);
    if (problem === 'tooLarge') {
      known.tooLarge.push({
        from: getLater(startedAt, span.from),
        until: getEarlier(recordedUntil, span.until),
      });
      continue;
    }
    // Other calls have their turn between two sources.
    await nextTurn();
    const recordedSpan = await makeSpan(recording, frames.get(recording.id) ?? [], span);
    if (recordedSpan) known.spans.push(recordedSpan);
  }
  return bySource;
}
