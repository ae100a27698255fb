import { sql } from 'kysely';
import type { RecordedActivityAnswer, TimeSpan } from '#shared/answers/boards/recording.ts';
import { ACTIVITY_PART_COUNT } from '#shared/boards/recording.ts';
import type { Db } from '../db/database.ts';
import { loadRecordings } from './read-recording.ts';

/**
 * Merges spans that overlap.
 * @returns the merged spans, sorted by their start
 */
function mergeSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const mergedSpans: { from: string; until: string }[] = [];
  for (const { from, until } of spans.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const lastSpan = mergedSpans.at(-1);
    if (lastSpan && from <= lastSpan.until) lastSpan.until = until > lastSpan.until ? until : lastSpan.until;
    else mergedSpans.push({ from, until });
  }
  return mergedSpans;
}

/** Finds the last time before a span and the first time after it at which sources were recorded. */
async function loadNeighbours(
  db: Db,
  factoryId: number,
  sourceKeys: readonly string[],
  { from, until }: TimeSpan,
): Promise<Pick<RecordedActivityAnswer, 'lastBefore' | 'firstAfter'>> {
  const { rows } = await sql<Pick<RecordedActivityAnswer, 'lastBefore' | 'firstAfter'>>`
    select max(recorded_until) filter (where recorded_until < ${from}::timestamptz) as last_before,
      min(started_at) filter (where started_at > ${until}::timestamptz) as first_after
    from board_recording
    where factory_id = ${factoryId} and source = any(${[...new Set(sourceKeys)]}::text[])
      and problem is null`.execute(db);
  return rows[0]!;
}

/**
 * Counts the frames that the recordings of sources have in each part of a span, and reads the times at which
 * something was recorded.
 */
export async function readActivity(
  db: Db,
  factoryId: number,
  sourceKeys: readonly string[],
  span: TimeSpan,
): Promise<RecordedActivityAnswer> {
  const recordings = (await loadRecordings(db, factoryId, sourceKeys, span)).filter(
    ({ problem }) => problem === null,
  );
  const fromMs = Date.parse(span.from);
  const partMs = (Date.parse(span.until) - fromMs) / ACTIVITY_PART_COUNT;
  const { rows } = await sql<{ part: number; count: number }>`
    select least(floor(extract(epoch from f.at - ${span.from}::timestamptz) * 1000 / ${partMs}::float8),
      ${ACTIVITY_PART_COUNT - 1})::int as part, count(*) as count
    from board_frame f
    where f.factory_id = ${factoryId} and f.recording_id = any(${recordings.map(({ id }) => id)}::bigint[])
      and f.at >= ${span.from}::timestamptz and f.at <= ${span.until}::timestamptz
    group by part`.execute(db);
  const changeCounts = Array.from({ length: ACTIVITY_PART_COUNT }, () => 0);
  for (const { part, count } of rows) changeCounts[part] = count;
  return {
    ...span,
    ...(await loadNeighbours(db, factoryId, sourceKeys, span)),
    changeCounts,
    recorded: mergeSpans(
      recordings.map(({ startedAt, recordedUntil }) => ({
        from: startedAt > span.from ? startedAt : span.from,
        until: recordedUntil < span.until ? recordedUntil : span.until,
      })),
    ),
  };
}
