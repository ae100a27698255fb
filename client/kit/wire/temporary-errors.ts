import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { CallError } from './call-error.ts';

/**
 * The errors after which the same call may succeed later. A board keeps its picture and tries again without a message.
 */
export const TEMPORARY_ERROR_CODES: readonly ErrorCode[] = [
  'requestFailed',
  'timedOut',
  'databaseAway',
  'serverBusy',
  'tooManyRequests',
  'internal',
  'clockOff',
  'paramCheckFailed',
];

/** How long a wall waits after a temporary error before it reads again, in milliseconds. */
const RETRY_INTERVAL_MS = 5000;

/** Whether the same call may succeed later. */
export const isTemporaryError = (error: unknown): boolean =>
  error instanceof CallError && TEMPORARY_ERROR_CODES.includes(error.code);

/**
 * Returns the `refetchInterval` of a query of a wall, on which nobody can try again: short after a temporary error.
 * @param usualInterval the interval otherwise, in milliseconds; false if there is none
 */
export const getWallRefetchInterval = (
  error: unknown,
  usualInterval: number | false = false,
): number | false => (isTemporaryError(error) ? RETRY_INTERVAL_MS : usualInterval);
