/** How long recordings of boards are kept, in days. */
export const RECORDING_RETENTION_DAYS = 8;
/** The longest time whose frames one call returns, in milliseconds. */
export const MAX_RECORDING_WINDOW_MS = 15 * 60_000;
/** The longest time whose activity one call returns, in milliseconds: 25 hours, because a day can have that many. */
export const MAX_ACTIVITY_SPAN_MS = 25 * 3_600_000;
/** The number of equal parts into which the activity of a time is divided. */
export const ACTIVITY_PARTS = 240;
