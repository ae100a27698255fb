import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { WireRefusal, type Login, type WireClient } from '../wire-client.ts';

/** What a long job calls the MES with. */
export interface PatientCaller {
  /** Reads: may be called twice without harm. */
  read: <T>(path: string, fields: Record<string, unknown>) => Promise<T>;
  /** Writes exactly once: every try of one call carries the same request id. */
  write: <T>(path: string, fields: Record<string, unknown>) => Promise<T>;
}

/** First and longest wait between two tries, in milliseconds. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;

/** A try that may succeed later: the server is away, busy, or wants us slower. */
const isPassing = (error: unknown): boolean =>
  error instanceof WireRefusal
    ? [408, 429, 502, 503, 504].includes(error.status)
    : error instanceof TypeError ||
      (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'));

/**
 * Makes calls that outlive the server: while it is away they wait and try again, and a session that ended is opened anew.
 * @param tell hears why a call waits, and null when it goes on
 * @param stopped ends the waiting, where the person who started it has had enough
 */
export function patientCaller(
  client: WireClient,
  login: Login | null,
  tell: (why: string | null) => void,
  stopped: AbortSignal,
): PatientCaller {
  async function call<T>(
    path: string,
    fields: Record<string, unknown>,
    requestId: string | undefined,
  ): Promise<T> {
    let pause = FIRST_WAIT_MS;
    let signedInAgain = false;
    for (;;) {
      stopped.throwIfAborted();
      try {
        const answer = await client.call<T>(path, fields, requestId);
        if (pause > FIRST_WAIT_MS) tell(null);
        return answer;
      } catch (error) {
        if (error instanceof WireRefusal && error.code === 'notSignedIn' && login && !signedInAgain) {
          signedInAgain = true;
          await client.logIn(login);
          continue;
        }
        if (!isPassing(error)) throw error;
        tell(error instanceof WireRefusal ? error.message : 'the server does not answer');
        await wait(pause, undefined, { signal: stopped });
        pause = Math.min(pause * 2, MAX_WAIT_MS);
      }
    }
  }
  return {
    read: (path, fields) => call(path, fields, undefined),
    write: (path, fields) => call(path, fields, randomUUID()),
  };
}
