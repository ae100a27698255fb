import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { fail } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang } from '#shared/kernel/lang.ts';
import { makeRefusal } from '../call/make-refusal.ts';

/** A whole factory may share one address. */
const SESSIONS_PER_ADDRESS = 5;
const CALLS_MS = 10_000;
/** Maximum logins per address and minute. A whole shift may log in from one address. */
const MAX_LOGINS = 240;
const LOGINS_MS = 60_000;

const makeLimit = (
  windowMs: number,
  limit: number,
  keyOf: (ip: string, token: string | null) => string,
): RequestHandler =>
  rateLimit({
    windowMs,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    // Our configuration decides whether forwarded addresses are trusted, so the library's checks are off.
    validate: { xForwardedForHeader: false, trustProxy: false },
    keyGenerator: (request, response) => {
      const token = response.locals['token'] as unknown;
      return keyOf(ipKeyGenerator(request.ip ?? ''), typeof token === 'string' ? token : null);
    },
    handler: (_request, response) => {
      const lang: unknown = response.locals['lang'];
      const reply = makeRefusal(isLang(lang) ? lang : DEFAULT_LANG, fail('tooManyRequests'));
      response
        .set('retry-after', String(Math.ceil(windowMs / 1000)))
        .status(reply.status)
        .json(reply.body);
    },
  });

const noLimit: RequestHandler = (_request, _response, next) => next();

/** Rate limits that prevent one caller from exhausting the server. */
export interface RateLimits {
  /** Applies before the request is parsed. */
  byAddress: RequestHandler;
  /** Applies once the token is known (`response.locals.token`). */
  bySession: RequestHandler;
  /** Applies to all paths that check a password. */
  byLogin: RequestHandler;
}

/**
 * Makes the limits of a node.
 * @param calls maximum calls per session in ten seconds; 0 disables all limits
 */
export const rateLimits = (calls: number): RateLimits =>
  calls === 0
    ? { byAddress: noLimit, bySession: noLimit, byLogin: noLimit }
    : {
        byAddress: makeLimit(CALLS_MS, calls * SESSIONS_PER_ADDRESS, (ip) => ip),
        bySession: makeLimit(CALLS_MS, calls, (ip, token) => token ?? ip),
        byLogin: makeLimit(LOGINS_MS, MAX_LOGINS, (ip) => ip),
      };
