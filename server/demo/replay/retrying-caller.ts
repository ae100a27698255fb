import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { WireRefusal, type LoginCredentials, type WireClient } from '../wire-client.ts';

/** Makes calls to the MES, and retries them when the server is unavailable. */
export interface RetryingCaller {
  /** Makes a call without a request id. The server may carry it out several times. */
  read: <T>(path: string, fields: Record<string, unknown>) => Promise<T>;
  /** Makes a call that the server carries out only once. Every retry has the same request id. */
  write: <T>(path: string, fields: Record<string, unknown>) => Promise<T>;
}

/** The first and the longest delay between two tries, in milliseconds. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;

/**
 * Whether a retry may succeed. The server may be unavailable or busy, or it may have refused the
 * call because of a rate limit.
 */
const isTemporaryError = (error: unknown): boolean =>
  error instanceof WireRefusal
    ? [408, 429, 502, 503, 504].includes(error.status)
    : error instanceof TypeError ||
      (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'));

/**
 * Creates a caller that retries while the server is unavailable. When its session ends, the caller logs in
 * again.
 * @param login the credentials; null if the caller must not log in again
 * @param onWait called with the reason when a call has to wait, and with null when the call succeeds
 * @param stopSignal the signal that ends the waiting and the tries
 */
export function createRetryingCaller(
  client: WireClient,
  login: LoginCredentials | null,
  onWait: (reason: string | null) => void,
  stopSignal: AbortSignal,
): RetryingCaller {
  async function call<T>(
    path: string,
    fields: Record<string, unknown>,
    requestId: string | undefined,
  ): Promise<T> {
    let delayMs = FIRST_WAIT_MS;
    let hasLoggedInAgain = false;
    for (;;) {
      stopSignal.throwIfAborted();
      try {
        const answer = await client.call<T>(path, fields, requestId);
        if (delayMs > FIRST_WAIT_MS) onWait(null);
        return answer;
      } catch (error) {
        if (error instanceof WireRefusal && error.code === 'notSignedIn' && login && !hasLoggedInAgain) {
          hasLoggedInAgain = true;
          await client.logIn(login);
          continue;
        }
        if (!isTemporaryError(error)) throw error;
        onWait(error instanceof WireRefusal ? error.message : 'the server does not answer');
        await wait(delayMs, undefined, { signal: stopSignal });
        delayMs = Math.min(delayMs * 2, MAX_WAIT_MS);
      }
    }
  }
  return {
    read: (path, fields) => call(path, fields, undefined),
    write: (path, fields) => call(path, fields, randomUUID()),
  };
}
