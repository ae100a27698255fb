import { MIN_RECORDING_INTERVAL_SECONDS } from '#shared/boards/recording.ts';

/** The maximum length of the rows of a source as JSON, in characters. Longer rows are not recorded. */
export const MAX_ROWS_LENGTH = 2_000_000;
/** The maximum length of the frames that are written in an hour for one source, as JSON, in bytes. */
export const MAX_SOURCE_BYTES_PER_HOUR = 8_000_000;
/**
 * The maximum length of the frames that are written in an hour for a factory, as JSON, in bytes. All sources
 * of the factory have equal shares of it. In the database the frames take less space, because they are
 * compressed.
 */
export const MAX_FACTORY_BYTES_PER_HOUR = 240_000_000;
/** The maximum size of all frames of a factory in the database, in bytes. Above it, the oldest hours are deleted. */
export const MAX_KEPT_FACTORY_BYTES = 4_000_000_000;
/**
 * The space that a frame takes in the database besides its content, in bytes: for its other columns and the
 * indexes.
 */
export const FRAME_OVERHEAD_BYTES = 100;

/** The possible intervals between two frames of a source, in seconds. */
const RECORDING_INTERVALS_SECONDS = [
  ...[MIN_RECORDING_INTERVAL_SECONDS, 5, 10, 15, 30],
  ...[60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400],
];
/**
 * A playback does not mention intervals up to this length, in seconds, because hardly any change is lost within them.
 */
export const MAX_USUAL_INTERVAL_SECONDS = 10;
export const MAX_RECORDING_INTERVAL_SECONDS = RECORDING_INTERVALS_SECONDS.at(-1)!;

/**
 * Returns the maximum length of the frames of one source in an hour, in bytes, if a factory records `sourceCount`
 * sources.
 */
export const computeSourceBytesPerHour = (sourceCount: number): number =>
  Math.min(MAX_SOURCE_BYTES_PER_HOUR, MAX_FACTORY_BYTES_PER_HOUR / Math.max(1, sourceCount));

/**
 * Returns the minimum time between a frame and the next frame, in seconds, so that a source does not exceed its limit.
 */
export function findRecordingInterval(frameBytes: number, maxBytesPerHour: number): number {
  const neededSeconds = (frameBytes / maxBytesPerHour) * 3600;
  return (
    RECORDING_INTERVALS_SECONDS.find((seconds) => seconds >= neededSeconds) ?? MAX_RECORDING_INTERVAL_SECONDS
  );
}
