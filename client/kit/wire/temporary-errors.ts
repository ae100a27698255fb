import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';

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
