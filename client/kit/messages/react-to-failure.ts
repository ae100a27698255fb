import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { CallError } from '../wire/call-error.ts';
import { showRefusal } from './refusals.ts';
import { session } from '../wire/session.ts';
import { showError } from './toasts.ts';

/**
 * The reaction of every screen to a failed call (specification §8): shows the error for 3 seconds, and after
 * a lost sign-in clears the session, so that the guard redirects to the log-in page.
 * @param shownElsewhere error codes that the caller shows itself
 */
export function reactToFailure(error: CallError, shownElsewhere: readonly ErrorCode[]): void {
  if (!shownElsewhere.includes(error.code)) {
    // Rows with links need a dialog, because a toast closes too soon.
    if (error.rows.length > 0) showRefusal(error);
    else showError(error.message);
  }
  if (error.flag === 'LOGIN_VALIDATE') session.clear();
  if (error.code === 'mustChangePassword') session.mustChangePassword(true);
}
