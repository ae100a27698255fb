import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { makeError } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang } from '#shared/kernel/lang.ts';
import { makeRefusalReply } from '../call/make-refusal.ts';

/**
 * The limit per address as a multiple of the limit per session. A whole factory may share an
 * address.
 */
const ADDRESS_LIMIT_FACTOR = 5;
const CALL_WINDOW_MS = 10_000;
/**
 * Maximum number of calls to the log-in and password endpoints per address and minute. A whole shift may log
 * in from one address.
 */
const MAX_LOGIN_CALLS = 240;
const LOGIN_WINDOW_MS = 60_000;

/** Hashes a key, so that long keys from callers need no additional memory. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64');

const makeRateLimitHandler = (
  windowMs: number,
  limit: number,
  makeKey: (ip: string, token: string | null) => string,
): RequestHandler =>
  rateLimit({
    windowMs,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    // The library's checks of proxies are not needed, because the server's configuration defines which
    // proxies are trusted.
    validate: { xForwardedForHeader: false, trustProxy: false },
    keyGenerator: (request, response) => {
      const token = response.locals['token'] as unknown;
      return hashKey(makeKey(ipKeyGenerator(request.ip ?? ''), typeof token === 'string' ? token : null));
    },
    handler: (_request, response) => {
      const lang: unknown = response.locals['lang'];
      const reply = makeRefusalReply(isLang(lang) ? lang : DEFAULT_LANG, makeError('tooManyRequests'));
      response
        .set('retry-after', String(Math.ceil(windowMs / 1000)))
        .status(reply.status)
        .json(reply.body);
    },
  });

const allowEveryCall: RequestHandler = (_request, _response, next) => next();

/** The rate limits, which prevent one caller from using up the server. */
export interface RateLimits {
  /** Limits the calls of an address. It applies before the request is parsed. */
  byAddress: RequestHandler;
  /**
   * Limits the calls of a session, and for each address the calls without a token. It applies after the token
   * is read into `response.locals.token`.
   */
  bySession: RequestHandler;
  /** Limits the calls of an address to the log-in and password endpoints. */
  byLogin: RequestHandler;
}

/**
 * Makes the rate limits of a node.
 * @param maxCalls the maximum number of calls per session in ten seconds; 0 switches all limits off
 */
export const makeRateLimits = (maxCalls: number): RateLimits =>
  maxCalls === 0
    ? { byAddress: allowEveryCall, bySession: allowEveryCall, byLogin: allowEveryCall }
    : {
        byAddress: makeRateLimitHandler(CALL_WINDOW_MS, maxCalls * ADDRESS_LIMIT_FACTOR, (ip) => ip),
        bySession: makeRateLimitHandler(CALL_WINDOW_MS, maxCalls, (ip, token) =>
          token === null ? ip : `session ${token}`,
        ),
        byLogin: makeRateLimitHandler(LOGIN_WINDOW_MS, MAX_LOGIN_CALLS, (ip) => ip),
      };
