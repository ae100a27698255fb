import { DEFAULT_LANG, isLang } from '#shared/kernel/lang.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { Backend } from '../call/backend.ts';
import { isTokenTooLong } from '../call/token-length.ts';
import type { AccountSockets } from './account-sockets.ts';
import type { LiveSocket } from './live-socket.ts';
import { hashToken } from '../db/token-hash.ts';

const makeConnectError = (code: ErrorCode): Error => Object.assign(new Error(code), { data: { code } });

/**
 * Returns the address of the client. Each trusted proxy appends one address to the header `x-forwarded-for`,
 * so with n proxies the address of the client is the n-th from the end.
 */
function getClientAddress({ handshake }: LiveSocket, proxyCount: number): string {
  const forwardedAddresses = String(handshake.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return (proxyCount > 0 && forwardedAddresses.at(-proxyCount)) || handshake.address;
}

/**
 * Makes a middleware that authenticates a socket by `auth.token`. Later error messages to the socket are in
 * the language `auth.lang`.
 */
export function makeSocketAuthentication(
  backend: Backend,
  proxyCount: number,
  accountSockets: AccountSockets,
) {
  return (socket: LiveSocket, next: (error?: Error) => void): void => {
    const { token, lang } = socket.handshake.auth as { token?: unknown; lang?: unknown };
    if (typeof token !== 'string' || token === '' || isTokenTooLong(token)) {
      next(makeConnectError('notSignedIn'));
      return;
    }
    const refuseAndClose = (): void => {
      next(makeConnectError('tooManyRequests'));
      // The library sends the error in the next tick, so the connection is closed only after that.
      setImmediate(() => socket.conn.close());
    };
    const tokenHash = hashToken(token);
    socket.data.watchedSourceKeys = new Set<string>();
    if (!accountSockets.enterSession(tokenHash, socket)) {
      refuseAndClose();
      return;
    }
    backend.loadUser(token).then(
      (user) => {
        if (!user) {
          next(makeConnectError('notSignedIn'));
          return;
        }
        if (!accountSockets.enterAccount(user.accountId, socket)) {
          refuseAndClose();
          return;
        }
        Object.assign(socket.data, {
          token,
          tokenHash,
          user,
          lang: isLang(lang) ? lang : DEFAULT_LANG,
          ip: getClientAddress(socket, proxyCount),
          isSlow: false,
          checkedAt: Date.now(),
        });
        next();
      },
      // The session may still be valid, so the client retries.
      () => next(makeConnectError('requestFailed')),
    );
  };
}
