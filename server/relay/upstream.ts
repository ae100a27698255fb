import { createHash } from 'node:crypto';
import { ERRORS } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Backend, BackendCall, EndedSession, RawBackendCall, RawReply, Reply } from '../call/backend.ts';
import { UpstreamCache } from './upstream-cache.ts';
import { UpstreamWire } from './upstream-wire.ts';

/** The timeout of a call to the upstream, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** How long an authenticated user is cached, in milliseconds. */
const USER_MS = 5000;
/** How long report descriptors are cached, in milliseconds. */
const REPORTS_MS = 60_000;

const LOGOUT_PATH = '/mes/login/logout';
const PASSWORD_PATH = '/mes/user/password/modify';

interface Body {
  success?: unknown;
  flag?: unknown;
  code?: unknown;
  data?: unknown;
}
const bodyOf = (reply: Reply): Body =>
  reply.body !== null && typeof reply.body === 'object' ? (reply.body as Body) : {};
const isEnded = (reply: Reply): boolean => bodyOf(reply).flag === 'LOGIN_VALIDATE';

/** Hashes a token to a cache key, so that a heap dump does not reveal the token. */
const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64');

/**
 * Opens a backend that forwards every call to an existing MES over the wire protocol.
 * It forwards logins too, so all sessions are sessions of the upstream.
 */
export function openUpstream(options: { url: string; timeoutMs?: number; userMs?: number }): Backend {
  const wire = new UpstreamWire(options.url, options.timeoutMs ?? TIMEOUT_MS);
  const users = new UpstreamCache<CurrentUser | null>(options.userMs ?? USER_MS);
  const reports = new UpstreamCache<readonly ReportDescriptor[]>(REPORTS_MS);
  let onEnded: (ended: EndedSession) => void = () => undefined;

  /**
   * Calls the upstream with the session of a user, on behalf of this server.
   * @returns the data of the answer; null if the session has ended
   * @throws if the upstream does not answer
   */
  const callOwn = async (path: string, token: string): Promise<unknown> => {
    const reply = await wire.send({
      path,
      fields: {},
      lang: DEFAULT_LANG,
      origin: { ip: '', agent: 'relay', token },
    });
    if (bodyOf(reply).success === true) return bodyOf(reply).data;
    if (isEnded(reply)) return null;
    throw new Error(
      `The upstream answered ${reply.status} (${String(bodyOf(reply).code ?? 'no answer')}) to ${path}`,
    );
  };

  const forget = (token: string): void => {
    users.forget(keyOf(token));
    reports.forget(keyOf(token));
  };

  const call = async (request: BackendCall): Promise<Reply> => {
    const { token } = request.origin;
    const reply = await wire.send(request);
    if (!token) return reply;
    const ends = request.path === LOGOUT_PATH || request.path === PASSWORD_PATH;
    if (ends && bodyOf(reply).success === true) {
      const user = users.last(keyOf(token)) ?? null;
      forget(token);
      if (request.path === LOGOUT_PATH) onEnded({ token, user });
    } else if (isEnded(reply)) forget(token);
    return reply;
  };

  const callRaw = async (request: RawBackendCall): Promise<RawReply> => {
    const { token } = request.origin;
    const reply = await wire.sendRaw(request);
    if (token && 'status' in reply && reply.status === ERRORS.notSignedIn.status) forget(token);
    return reply;
  };

  return {
    kind: 'upstream',
    call,
    callRaw,
    user: (token) =>
      users.get(keyOf(token), async () => (await callOwn('/mes/login/current', token)) as CurrentUser | null),
    reports: async (token) => {
      try {
        return await reports.get(
          keyOf(token),
          async () => ((await callOwn('/mes/form/describe', token)) ?? []) as ReportDescriptor[],
        );
      } catch (error) {
        // Descriptors do not change while the upstream is down, so the last ones are still valid.
        const last = reports.last(keyOf(token));
        if (last) return last;
        throw error;
      }
    },
    onSessionEnded: (listener) => {
      onEnded = listener;
    },
    close: () => Promise.resolve(),
  };
}
