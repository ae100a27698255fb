import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordedChange, RecordedSpan, TimeSpan } from '#shared/answers/boards/recording.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import type { Db } from '../db/database.ts';
import { unpackFrame, type ChangeFrameContent, type KeyFrameContent } from './frame-content.ts';
import { MAX_USUAL_INTERVAL_SECONDS } from './limits.ts';
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
  intervalSeconds: number;
  content: Buffer;
}

/** The recorded rows of a source within a span of time. */
interface SourceRecordings {
  spans: RecordedSpan[];
  tooLarge: TimeSpan[];
  /** Whether the source was not read, because the answer was already full. */
  isPostponed?: true;
}

/**
 * The maximum size of the frames of an answer, in unpacked bytes. When the answer has reached this size, no
 * other source is read.
 */
const MAX_ANSWER_BYTES = 16_000_000;

const getLaterTime = (left: string, right: string): string => (left > right ? left : right);
const getEarlierTime = (left: string, right: string): string => (left < right ? left : right);

/**
 * Loads the recordings of sources that overlap a span. They are sorted by id instead of start, because a
 * later recording has an earlier start if the clock was set back. Times are ISO 8601 in UTC.
 */
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
    order by id`.execute(db);
  return rows;
}

/** Loads the frames of a span, by recording id. They start with the last key frame before the span if there is one. */
async function loadFrames(
  db: Db,
  factoryId: number,
  recordingIds: readonly number[],
  { from, until }: TimeSpan,
): Promise<Map<number, FrameRow[]>> {
  const { rows } = await sql<FrameRow>`select f.recording_id, f.at, f.is_key, f.interval_seconds, f.content
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
class ReplayedRows {
  rowKey: readonly string[] = [];
  readonly rowsByKey = new Map<string, ReportRow>();

  /**
   * Applies a frame.
   * @returns the differences from the rows before the frame
   */
  applyFrame(isKey: boolean, content: unknown): ChangeFrameContent {
    if (!isKey) {
      const change = content as ChangeFrameContent;
      for (const key of change.remove) this.rowsByKey.delete(key);
      for (const row of change.upsert) this.rowsByKey.set(buildRowKey(this.rowKey, row), row);
      return change;
    }
    const { rowKey, rows } = content as KeyFrameContent;
    this.rowKey = rowKey;
    const rowsBefore = new Map(this.rowsByKey);
    this.rowsByKey.clear();
    const upsert: ReportRow[] = [];
    for (const row of rows) {
      const key = buildRowKey(rowKey, row);
      if (JSON.stringify(rowsBefore.get(key)) !== JSON.stringify(row)) upsert.push(row);
      this.rowsByKey.set(key, row);
    }
    return { upsert, remove: [...rowsBefore.keys()].filter((key) => !this.rowsByKey.has(key)) };
  }
}

/**
 * Returns the interval of a frame for the answer; an empty object if the interval is at most
 * MAX_USUAL_INTERVAL_SECONDS.
 */
const pickLongInterval = ({ intervalSeconds }: FrameRow): { intervalSeconds?: number } =>
  intervalSeconds > MAX_USUAL_INTERVAL_SECONDS ? { intervalSeconds } : {};

/**
 * Makes the span of one recording from its frames, and counts the unpacked bytes. The span is null if the recording
 * has no key frame, or ends before its first key frame.
 */
async function makeSpan(
  recording: RecordingRow,
  frames: readonly FrameRow[],
  { from, until }: TimeSpan,
): Promise<{ recordedSpan: RecordedSpan | null; byteCount: number }> {
  // Frames before the first key frame cannot be applied, because their own key frame was deleted.
  const firstKeyFrame = frames.find(({ isKey }) => isKey);
  if (!firstKeyFrame) return { recordedSpan: null, byteCount: 0 };
  const spanFrom = getLaterTime(getLaterTime(recording.startedAt, from), firstKeyFrame.at);
  const replayedRows = new ReplayedRows();
  const changes: RecordedChange[] = [];
  let rows: ReportRow[] = [];
  let rowsFrame = firstKeyFrame;
  let byteCount = 0;
  for (const frame of frames.slice(frames.indexOf(firstKeyFrame))) {
    const { at, isKey } = frame;
    const unpacked = await unpackFrame(frame.content);
    byteCount += unpacked.byteCount;
    const change = replayedRows.applyFrame(isKey, unpacked.content);
    if (at > spanFrom) {
      if (change.upsert.length > 0 || change.remove.length > 0)
        changes.push({ at, ...pickLongInterval(frame), ...change });
      continue;
    }
    rows = [...replayedRows.rowsByKey.values()];
    rowsFrame = frame;
  }
  const spanUntil = getEarlierTime(recording.recordedUntil, until);
  const { rowKey } = replayedRows;
  return {
    recordedSpan:
      spanUntil < spanFrom
        ? null
        : {
            ...{ from: spanFrom, until: spanUntil, rowKey, rows, rowsAt: rowsFrame.at },
            ...pickLongInterval(rowsFrame),
            changes,
          },
    byteCount,
  };
}

/** Reads the recordings of one source, and counts the unpacked bytes of its frames. */
async function readSource(
  db: Db,
  factoryId: number,
  recordings: readonly RecordingRow[],
  span: TimeSpan,
): Promise<{ recordingsOfSource: SourceRecordings; byteCount: number }> {
  const recordingsOfSource: SourceRecordings = { spans: [], tooLarge: [] };
  const ids = recordings.flatMap(({ id, problem }) => (problem === null ? [id] : []));
  const framesByRecording = await loadFrames(db, factoryId, ids, span);
  let byteCount = 0;
  for (const recording of recordings) {
    const { startedAt, recordedUntil, problem } = recording;
    if (problem === 'tooLarge') {
      recordingsOfSource.tooLarge.push({
        from: getLaterTime(startedAt, span.from),
        until: getEarlierTime(recordedUntil, span.until),
      });
      continue;
    }
    // Lets other calls run between two recordings.
    await nextTurn();
    const recordedSpan = await makeSpan(recording, framesByRecording.get(recording.id) ?? [], span);
    byteCount += recordedSpan.byteCount;
    if (recordedSpan.recordedSpan) recordingsOfSource.spans.push(recordedSpan.recordedSpan);
  }
  return { recordingsOfSource, byteCount };
}

/**
 * Reads the recorded rows of sources within a span of time, in the order of `sourceKeys`. When the answer is
 * full, the remaining sources are postponed. The first recorded source is always read.
 * @param sourceKeys built with `buildSourceKey`
 * @param maxBytes the maximum size of the frames of the answer, in unpacked bytes
 * @returns the recordings by source key; a source without a recording is missing
 */
export async function readRecordings(
  db: Db,
  factoryId: number,
  sourceKeys: readonly string[],
  span: TimeSpan,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Map<string, SourceRecordings>> {
  const recordings = await loadRecordings(db, factoryId, sourceKeys, span);
  const recordingsBySource = new Map<string, SourceRecordings>();
  let totalBytes = 0;
  for (const key of new Set(sourceKeys)) {
    const ownRecordings = recordings.filter(({ source }) => source === key);
    if (ownRecordings.length === 0) continue;
    if (totalBytes >= maxBytes) {
      recordingsBySource.set(key, { spans: [], tooLarge: [], isPostponed: true });
      continue;
    }
    const { recordingsOfSource, byteCount } = await readSource(db, factoryId, ownRecordings, span);
    totalBytes += byteCount;
    recordingsBySource.set(key, recordingsOfSource);
  }
  return recordingsBySource;
}
