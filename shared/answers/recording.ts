import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { ReportRow } from '#shared/kernel/report.ts';

/** A span of time; both ends are ISO 8601. */
export interface TimeSpan {
  readonly from: string;
  readonly until: string;
}

/** A recorded change of the rows of a source. */
export interface RecordedChange {
  readonly at: string;
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
  readonly changes: readonly RecordedChange[];
}

/** The recording of one source: its spans in the sequence of time, or the reason why the caller gets none. */
export type RecordedSource =
  | {
      readonly spans: readonly RecordedSpan[];
      /** The spans in which the source was not recorded, because its rows were too large. */
      readonly tooLarge: readonly TimeSpan[];
    }
  | { readonly refusal: ErrorCode };

/** The recordings of sources, in the sequence of the request. */
export interface RecordedRowsAnswer extends TimeSpan {
  readonly sources: readonly RecordedSource[];
}

/** How much changed in each part of a span, and when at least one of the sources was recorded. */
export interface RecordedActivityAnswer extends TimeSpan {
  /** The number of changes in each of the equal parts of the span. */
  readonly changeCounts: readonly number[];
  readonly recorded: readonly TimeSpan[];
}

/** What a board or a large screen looked like at a moment. */
export interface RecordedBoardAnswer {
  readonly name: string;
  /** The board as JSON text; null if the preset was shown. */
  readonly content: string | null;
  readonly preset: BoardPreset | null;
  /** The span in which it looked like this; null at an end that is open. */
  readonly from: string | null;
  readonly until: string | null;
  /**
   * Whether this is what was shown at the moment. Otherwise it is the oldest kept version of the board, because the
   * version of the moment is no longer kept or the board is newer.
   */
  readonly isExact: boolean;
}
