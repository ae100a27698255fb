import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { fail } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang } from '#shared/kernel/lang.ts';
import { refusal } from '../call/refusal.ts';

/** A whole factory may stand behind one address. */
const SESSIONS_AN_ADDRESS = 5;
const CALLS_MS = 10_000;
/** Log-ins of one address in a minute: a shift that comes in through one address. */
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
    // Whether a forwarded address is believed is our configuration; the library's warnings about it help nobody.
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

/** What keeps one caller from taking the server for itself. */
export interface RateLimits {
  /** Before anything is read. */
  byAddress: RequestHandler;
  /** Once the token is known (`response.locals.token`). */
  bySession: RequestHandler;
  /** On everything that asks for a password. */
  byLogin: RequestHandler;
}

/** Makes the limits of a node. @param calls what one session may call in ten seconds; 0 switches all of them off */
export const rateLimits = (calls: number): RateLimits =>
  calls === 0
    ? { byAddress: pass, bySession: pass, byLogin: pass }
    : {
        byAddress: limited(CALLS_MS, calls * SESSIONS_AN_ADDRESS, (ip) => ip),
        bySession: limited(CALLS_MS, calls, (ip, token) => token ?? ip),
        byLogin: limited(LOGINS_MS, LOGINS, (ip) => ip),
      };
