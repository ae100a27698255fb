import type { RecordedActivityAnswer, RecordedRowsAnswer } from '#shared/answers/boards/recording.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';

/** The errors for which no general message appears, because the page handles them itself. */
const SHOWN_CODES: readonly ErrorCode[] = [...TEMPORARY_ERROR_CODES, 'notFound'];

const makeFields = (sources: readonly SourceName[], fromMs: number, untilMs: number) => ({
  sources: JSON.stringify(sources),
  from: new Date(fromMs).toISOString(),
  until: new Date(untilMs).toISOString(),
});

/**
 * Loads the recorded rows of sources within a span of time, in milliseconds since 1970. If an upstream MES has no
 * recordings, the answer is empty for each source.
 */
export async function loadRecordedRows(
  sources: readonly SourceName[],
  fromMs: number,
  untilMs: number,
): Promise<RecordedRowsAnswer> {
  const fields = makeFields(sources, fromMs, untilMs);
  try {
    return await call<RecordedRowsAnswer>('/mes/recording/rows', fields, {
      codesShownElsewhere: SHOWN_CODES,
    });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'notFound') throw error;
    const { from, until } = fields;
    return { from, until, sources: sources.map(() => ({ spans: [], tooLarge: [] })) };
  }
}

/** Loads the times at which sources were recorded and changed, within a span in milliseconds since 1970. */
export const loadRecordedActivity = (
  sources: readonly SourceName[],
  fromMs: number,
  untilMs: number,
  signal: AbortSignal,
) =>
  call<RecordedActivityAnswer>('/mes/recording/activity', makeFields(sources, fromMs, untilMs), {
    codesShownElsewhere: SHOWN_CODES,
    signal,
  });
