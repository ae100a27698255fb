import type { ErrorCode } from '#shared/kernel/errors.ts';

/** The errors after which a wall keeps its picture and tries again. A wall shows no messages, because nobody closes them. */
export const AWAY_CODES: readonly ErrorCode[] = [
  'requestFailed',
  'timedOut',
  'databaseAway',
  'serverBusy',
  'tooManyRequests',
  'internal',
  'clockOff',
  'paramCheckFailed',
];
