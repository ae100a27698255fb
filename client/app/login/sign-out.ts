import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { session } from '#client/kit/wire/session.ts';

/** Ends the session. If the call fails, the session ends only in the browser. */
export async function signOut(): Promise<void> {
  try {
    await send('/mes/login/logout', {}, { codesShownElsewhere: ['notSignedIn'] });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  session.clear();
}
