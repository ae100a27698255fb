import { createHash } from 'node:crypto';
import { ERRORS } from '#shared/kernel/error-catalogue.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Backend, BackendCall, EndedSession, RawBackendCall, RawReply, Reply } from '../call/backend.ts';
import { makeRefusalReply } from '../call/make-refusal.ts';
import { UpstreamCache } from './upstream-cache.ts';
import { UpstreamWireClient } from './upstream-wire.ts';

/** The timeout of a call to the upstream, in milliseconds. */
const CALL_TIMEOUT_MS = 20_000;
/** How long an authenticated user is cached, in milliseconds. */
export const USER_CACHE_MS = 5000;
/** How long report descriptors are cached, in milliseconds. */
const REPORTS_CACHE_MS = 60_000;

/**
 * How long the last known user and report descriptors of a session are used while the upstream does not
 * answer, in milliseconds.
 */
const MAX_LAST_ANSWER_AGE_MS = 24 * 3_600_000;
/** How long the result of a reachability check of the upstream is cached, in milliseconds. */
const REACHABILITY_CACHE_MS = 1000;
/** The timeout of a reachability check of the upstream, in milliseconds. */
const PROBE_TIMEOUT_MS = 2000;

const LOGOUT_PATH = '/mes/login/logout';
const PASSWORD_PATH = '/mes/user/password/modify';
/**
 * The prefixes of the paths that paired screens and the visitors of links call. These calls are not forwarded, because
 * only the MES that pairs a screen or makes a link knows which sources they may watch.
 */
const LOCAL_PATH_PREFIXES = ['/mes/wall/', '/mes/kanban/'];
const isLocalPath = (path: string): boolean => LOCAL_PATH_PREFIXES.some((prefix) => path.startsWith(prefix));

interface AnswerBody {
  success?: unknown;
  flag?: unknown;
  code?: unknown;
  data?: unknown;
}
const readBody = (reply: Reply): AnswerBody =>
  reply.body !== null && typeof reply.body === 'object' ? (reply.body as AnswerBody) : {};
const isSessionEnded = (reply: Reply): boolean => readBody(reply).flag === 'LOGIN_VALIDATE';

/** Hashes a token to a cache key, so that a heap dump does not reveal the token. */
const makeTokenCacheKey = (token: string): string => createHash('sha256').update(token).digest('base64');

/**
 * Opens a backend that forwards every call to an existing MES over the wire protocol.
 * It forwards logins too, so all sessions are sessions of the upstream.
 */
export function openUpstreamBackend(options: {
  url: string;
  timeoutMs?: number;
  userCacheMs?: number;
}): Backend {
  const wireClient = new UpstreamWireClient(options.url, options.timeoutMs ?? CALL_TIMEOUT_MS);
  const userCache = new UpstreamCache<CurrentUser | null>(options.userCacheMs ?? USER_CACHE_MS);
  const reportsCache = new UpstreamCache<readonly ReportDescriptor[]>(REPORTS_CACHE_MS);
  const reachabilityCache = new UpstreamCache<boolean>(REACHABILITY_CACHE_MS);
  let sessionEndListener: (session: EndedSession) => void = () => undefined;

  /**
   * Calls the upstream with the session of a user, on behalf of this server.
   * @returns the data of the answer; null if the session has ended
   * @throws Error if the upstream does not answer, or refuses the call for another reason
   */
  const callForServer = async (path: string, token: string): Promise<unknown> => {
    const reply = await wireClient.send({
      path,
      fields: {},
      lang: DEFAULT_LANG,
      sender: { ip: '', agent: 'relay', token },
    });
    if (readBody(reply).success === true) return readBody(reply).data;
    if (isSessionEnded(reply)) return null;
    throw new Error(
      `The upstream answered ${reply.status} (${String(readBody(reply).code ?? 'no answer')}) to ${path}`,
    );
  };

  const forgetSession = (token: string): void => {
    userCache.forgetAnswer(makeTokenCacheKey(token));
    reportsCache.forgetAnswer(makeTokenCacheKey(token));
  };

  const call = async (request: BackendCall): Promise<Reply> => {
    if (isLocalPath(request.path)) return makeRefusalReply(request.lang, makeError('notFound'));
    const { token } = request.sender;
    const reply = await wireClient.send(request);
    if (!token) return reply;
    const endsSession = request.path === LOGOUT_PATH || request.path === PASSWORD_PATH;
    if (endsSession && readBody(reply).success === true) {
      const user = userCache.getLastAnswer(makeTokenCacheKey(token), MAX_LAST_ANSWER_AGE_MS) ?? null;
      forgetSession(token);
      if (request.path === LOGOUT_PATH) sessionEndListener({ token, user });
    } else if (isSessionEnded(reply)) forgetSession(token);
    return reply;
  };

  const callRaw = async (request: RawBackendCall): Promise<RawReply> => {
    if (isLocalPath(request.path)) return makeRefusalReply(request.lang, makeError('notFound'));
    const { token } = request.sender;
    const reply = await wireClient.sendRaw(request);
    if (token && 'status' in reply && reply.status === ERRORS.notSignedIn.status) forgetSession(token);
    return reply;
  };

  const loadUser = (token: string) =>
    userCache.get(makeTokenCacheKey(token), async () => {
      const answer = (await callForServer('/mes/login/current', token)) as AnyUserAnswer | null;
      return answer && decodeUser(answer);
    });

  return {
    kind: 'upstream',
    call,
    callRaw,
    isReachable: () => reachabilityCache.get('', () => wireClient.isReachable(PROBE_TIMEOUT_MS)),
    loadUser: async (token) => {
      try {
        return await loadUser(token);
      } catch (error) {
        // While the upstream cannot be reached, screens may still connect to get the last known rows.
        const lastUser = userCache.getLastAnswer(makeTokenCacheKey(token), MAX_LAST_ANSWER_AGE_MS);
        if (lastUser) return lastUser;
        throw error;
      }
    },
    // The upstream checks the permission. Here it is enough that the caller is signed in.
    refuseCaller: async ({ lang, token }) => {
      try {
        return token !== null && (await loadUser(token))
          ? null
          : makeRefusalReply(lang, makeError('notSignedIn'));
      } catch {
        return makeRefusalReply(lang, makeError('requestFailed'));
      }
    },
    loadReports: async (token) => {
      try {
        return await reportsCache.get(
          makeTokenCacheKey(token),
          async () => ((await callForServer('/mes/form/describe', token)) ?? []) as ReportDescriptor[],
        );
      } catch (error) {
        // Descriptors do not change while the upstream is down, so the last ones are still valid.
        const lastReports = reportsCache.getLastAnswer(makeTokenCacheKey(token), MAX_LAST_ANSWER_AGE_MS);
        if (lastReports) return lastReports;
        throw error;
      }
    },
    onSessionEnded: (listener) => {
      sessionEndListener = listener;
    },
    close: () => Promise.resolve(),
  };
}
