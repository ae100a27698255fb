import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { CallError } from '../wire/call-error.ts';
import { showRefusal } from './refusals.ts';
import { session } from '../wire/session.ts';
import { showError } from './toasts.ts';

/**
 * What every screen does when a call fails (specification §8), in one place: say it for 3 seconds;
 * without a sign-in forget the person, so that the guard leads to the log-in page.
 * @param shownElsewhere codes that the caller itself puts into words where they belong
 */
export function reactToFailure(error: CallError, shownElsewhere: readonly ErrorCode[]): void {
  if (!shownElsewhere.includes(error.code)) {
    // Rows to go to need time to be read and something to press.
    if (error.rows.length > 0) showRefusal(error);
    else showError(error.message);
  }
  if (error.flag === 'LOGIN_VALIDATE') session.clear();
  if (error.code === 'mustChangePassword') session.mustChangePassword(true);
}
