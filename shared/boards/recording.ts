/** How long recordings of boards are kept, in days. */
export const RECORDING_RETENTION_DAYS = 8;
/**
 * The minimum time between two recorded changes of a source, in seconds. The time is longer for large
 * sources.
 */
export const MIN_RECORDING_INTERVAL_SECONDS = 2;
/** The longest span of which one call returns the recorded rows, in milliseconds. */
export const MAX_RECORDING_WINDOW_MS = 15 * 60_000;
/** The longest span of which one call returns the activity, in milliseconds: the longest day, 25 hours. */
export const MAX_ACTIVITY_SPAN_MS = 25 * 3_600_000;
/** The number of equal parts of a span for which a call returns the number of changes. */
export const ACTIVITY_PART_COUNT = 240;
