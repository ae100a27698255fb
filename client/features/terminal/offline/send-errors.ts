import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { CallError } from '#client/kit/wire/call-error.ts';

/**
 * Errors with a status below 500 after which a report is neither accepted nor refused. The report must be
 * sent again.
 */
const UNDECIDED_ERROR_CODES: ReadonlySet<ErrorCode> = new Set([
  'requestFailed',
  'timedOut',
  'tooManyRequests',
  'paramCheckFailed',
]);
/** The errors that the terminal shows itself: all errors except the end of a session. */
export const TERMINAL_SHOWN_ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => ERRORS[code].flag !== 'LOGIN_VALIDATE',
);

/**
 * Whether a report must be sent again because of this error. False for refusals, and for the end of a
 * session, after which the person must first be identified again.
 */
export const mustSendAgainAfter = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status >= 500 || UNDECIDED_ERROR_CODES.has(error.code);
