import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { ReportRow } from '#shared/kernel/report.ts';

/** A span of time; both ends are ISO 8601. */
export interface TimeSpan {
  readonly from: string;
  readonly until: string;
}

/** A recorded change of the rows of a source. */
export interface RecordedChange {
  readonly at: string;
  /** The minimum time between this change and the next recorded change, in seconds; absent for the usual time. */
  readonly intervalSeconds?: number;
  readonly upsert: readonly ReportRow[];
  /** The keys of removed rows, built with `buildRowKey`. */
  readonly remove: readonly string[];
}

/** A span in which a source was recorded without a gap: its rows at the beginning, and the changes after it. */
export interface RecordedSpan extends TimeSpan {
  readonly rowKey: readonly string[];
  readonly rows: readonly ReportRow[];
  /** When `rows` last changed: ISO 8601. */
  readonly rowsAt: string;
  /** The minimum time between `rowsAt` and the first recorded change, in seconds; absent for the usual time. */
  readonly intervalSeconds?: number;
  readonly changes: readonly RecordedChange[];
}

/**
 * The recording of one source: its spans in the sequence in which they were recorded, or the reason why the caller gets
 * no spans. Where two spans overlap, the last one counts.
 */
export type RecordedSource =
  | {
      readonly spans: readonly RecordedSpan[];
      /** The spans in which the source was not recorded, because its rows were too large. */
      readonly tooLarge: readonly TimeSpan[];
      /** Whether the answer had no room for this source. The caller then asks for it in another call. */
      readonly isPostponed?: true;
    }
  /** The index of an earlier source in the request that is equal to this source. */
  | { readonly sameAs: number }
  | { readonly refusal: ErrorCode };

/** The recordings of sources, in the same sequence as the sources of the request. */
export interface RecordedRowsAnswer extends TimeSpan {
  readonly sources: readonly RecordedSource[];
}

/** The number of changes in each part of a span, and when at least one source was recorded. */
export interface RecordedActivityAnswer extends TimeSpan {
  /** The number of changes in each of the equal parts of the span. */
  readonly changeCounts: readonly number[];
  readonly recorded: readonly TimeSpan[];
  /**
   * The end of the last recording before the span, and the beginning of the first recording after the span: ISO 8601;
   * null if there is no such recording.
   */
  readonly lastBefore: string | null;
  readonly firstAfter: string | null;
}

/** The content of a board or a large screen at a moment. */
export interface RecordedBoardAnswer {
  readonly name: string;
  /** The board as JSON text; null if `preset` was shown. */
  readonly content: string | null;
  readonly preset: BoardPreset | null;
  /** The start and the end of the time in which this content was shown; null if unknown or open. */
  readonly from: string | null;
  readonly until: string | null;
  /**
   * Whether this content was shown at the requested moment. Otherwise the answer is a substitute, because the version
   * of that moment was deleted, may not be read, or did not exist yet.
   */
  readonly isExact: boolean;
}
