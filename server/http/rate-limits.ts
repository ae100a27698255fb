import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { fail } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang } from '#shared/kernel/lang.ts';
import { refusal } from '../call/refusal.ts';

/** A whole factory may share one address. */
const SESSIONS_AN_ADDRESS = 5;
const CALLS_MS = 10_000;
/** Maximum logins per address and minute. A whole shift may log in from one address. */
const LOGINS = 240;
const LOGINS_MS = 60_000;

const limited = (
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
      const reply = refusal(isLang(lang) ? lang : DEFAULT_LANG, fail('tooManyRequests'));
      response
        .set('retry-after', String(Math.ceil(windowMs / 1000)))
        .status(reply.status)
        .json(reply.body);
    },
  });

const pass: RequestHandler = (_request, _response, next) => next();

/** Rate limits that prevent one caller from exhausting the server. */
export interface RateLimits {
  /** Applies before the request is parsed. */
  byAddress: RequestHandler;
  /** Applies once the token is known (`response.locals.token`). */
  bySession: RequestHandler;
  /** Applies to all paths that check a password. */
  byLogin: RequestHandler;
}

/** Makes the limits of a node. @param calls maximum calls per session in ten seconds; 0 disables all limits */
export const rateLimits = (calls: number): RateLimits =>
  calls === 0
    ? { byAddress: pass, bySession: pass, byLogin: pass }
    : {
        byAddress: limited(CALLS_MS, calls * SESSIONS_AN_ADDRESS, (ip) => ip),
        bySession: limited(CALLS_MS, calls, (ip, token) => token ?? ip),
        byLogin: limited(LOGINS_MS, LOGINS, (ip) => ip),
      };
