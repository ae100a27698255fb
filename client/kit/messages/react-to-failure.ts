import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { CallError } from '../wire/call-error.ts';
import { showRefusal } from './refusals.ts';
import { session } from '../wire/session.ts';
import { showError } from './toasts.ts';

/**
 * Reacts to a failed call as specification §8 says: shows the error, and changes the session if the
 * sign-in is no longer valid or the user must change the password. The guard then redirects to the
 * log-in page or to the page where the user changes the password.
 * @param codesShownElsewhere the error codes that the caller shows itself
 */
export function reactToFailure(error: CallError, codesShownElsewhere: readonly ErrorCode[]): void {
  if (!codesShownElsewhere.includes(error.code)) {
    // A toast would close before the user can follow the links to the rows, so a dialog shows them.
    if (error.rows.length > 0) showRefusal(error);
    else showError(error.message);
  }
  if (error.flag === 'LOGIN_VALIDATE') session.clear();
  if (error.code === 'mustChangePassword') session.setMustChangePassword(true);
}
