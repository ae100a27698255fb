import { z } from 'zod';
import type {
  RecordedActivityAnswer,
  RecordedRowsAnswer,
  TimeSpan,
} from '#shared/answers/boards/recording.ts';
import { MAX_BOARD_TILES } from '#shared/boards/board.ts';
import { MAX_ACTIVITY_SPAN_MS, MAX_RECORDING_WINDOW_MS } from '#shared/boards/recording.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { mayReadSource, readSourceParams } from '#shared/kernel/source-params.ts';
import type { CurrentUser, SourceName } from '#shared/kernel/wire.ts';
import { FairTaskLimiter } from '../../call/slot-queue.ts';
import type { Db } from '../../db/database.ts';
import { readActivity } from '../../recording/read-activity.ts';
import { readRecordings } from '../../recording/read-recording.ts';
import { reportDescriptors } from '../../reports/index.ts';

/** Limits the reading of recordings to two calls at a time on a node, because it needs much memory. */
const readingQueue = new FairTaskLimiter(2, 20);

const reportsByPath = new Map(reportDescriptors.map((report) => [report.path, report]));

const sourcesSchema = z
  .array(z.strictObject({ path: z.string(), params: z.record(z.string(), z.string()) }))
  .max(MAX_BOARD_TILES);

/** Parses the JSON text of the requested sources. @throws fieldsInvalid */
function parseSourcesOrFail(json: string): SourceName[] {
  let parsedJson: unknown;
  try {
    parsedJson = JSON.parse(json);
  } catch {
    parsedJson = null;
  }
  const parsed = sourcesSchema.safeParse(parsedJson);
  if (!parsed.success) throw makeError('fieldsInvalid', {}, { sources: { reason: 'notAList' } });
  return parsed.data;
}

/**
 * Returns the key of a source, or an error code if the user may not see it. The rules for watching a source apply:
 * a user who may not watch a source now may not see its past either.
 */
function findSourceKey(
  user: CurrentUser,
  { path, params: givenParams }: SourceName,
): { key: string } | ErrorCode {
  const report = reportsByPath.get(path);
  if (!report) return 'notFound';
  const parsed = readSourceParams(report.parameters, givenParams);
  if ('problems' in parsed) return 'fieldsInvalid';
  if (!mayReadSource(user, report, parsed.params)) return 'noPermission';
  return { key: buildSourceKey(user.factoryId, path, parsed.params) };
}

/**
 * Makes a span of at most `maxMs`; a longer span is shortened.
 * @throws startAfterEnd if the end is not after the beginning
 */
function makeSpan(from: string, until: string, maxMs: number): TimeSpan {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  if (untilMs <= fromMs) throw makeError('startAfterEnd', {}, { until: { reason: 'notADate' } });
  return {
    from: new Date(fromMs).toISOString(),
    until: new Date(Math.min(untilMs, fromMs + maxMs)).toISOString(),
  };
}

interface RecordingRequest {
  sources: string;
  from: string;
  until: string;
}

/**
 * Reads the recorded rows of sources within a span of at most MAX_RECORDING_WINDOW_MS.
 * @throws tooManyRequests if the account waits for too many answers
 */
export async function readRecordedRows(
  db: Db,
  user: CurrentUser,
  request: RecordingRequest,
): Promise<RecordedRowsAnswer> {
  const span = makeSpan(request.from, request.until, MAX_RECORDING_WINDOW_MS);
  const keysOrErrors = parseSourcesOrFail(request.sources).map((source) => findSourceKey(user, source));
  const permittedKeys = keysOrErrors.flatMap((keyOrError) =>
    typeof keyOrError === 'string' ? [] : [keyOrError.key],
  );
  const recordings = await readingQueue.run(
    () => readRecordings(db, user.factoryId, permittedKeys, span),
    user.accountId,
  );
  const keys = keysOrErrors.map((keyOrError) => (typeof keyOrError === 'string' ? null : keyOrError.key));
  return {
    ...span,
    sources: keysOrErrors.map((keyOrError, index) => {
      if (typeof keyOrError === 'string') return { refusal: keyOrError };
      const firstIndex = keys.indexOf(keyOrError.key);
      if (firstIndex < index) return { sameAs: firstIndex };
      return recordings.get(keyOrError.key) ?? { spans: [], tooLarge: [] };
    }),
  };
}

/**
 * Reads when the sources that the user may see were recorded and changed, within at most
 * MAX_ACTIVITY_SPAN_MS.
 */
export function readRecordedActivity(
  db: Db,
  user: CurrentUser,
  request: RecordingRequest,
): Promise<RecordedActivityAnswer> {
  const span = makeSpan(request.from, request.until, MAX_ACTIVITY_SPAN_MS);
  const keysOrErrors = parseSourcesOrFail(request.sources).map((source) => findSourceKey(user, source));
  const permittedKeys = keysOrErrors.flatMap((keyOrError) =>
    typeof keyOrError === 'string' ? [] : [keyOrError.key],
  );
  return readingQueue.run(() => readActivity(db, user.factoryId, permittedKeys, span), user.accountId);
}
