import type { Request, RequestHandler } from 'express';
import { makeError } from '#shared/kernel/errors.ts';
import { MAX_CLOCK_SKEW_MS, PROGRESS_HEADER, TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import type { Backend } from '../call/backend.ts';
import { makeErrorReply, makeRefusalReply } from '../call/make-refusal.ts';
import { isTokenTooLong } from '../call/token-length.ts';
import { runWithLogName } from '../log.ts';
import { chooseLang } from './lang-of.ts';
import type { RateLimits } from './rate-limits.ts';
import { RawResponder } from './raw-responder.ts';
import { sendReply } from './send-reply.ts';

/**
 * Refuses a call whose timestamp is missing or differs too much from the clock of the database.
 * @throws paramCheckFailed, clockOff
 */
function refuseWrongTime(header: unknown, now: number): void {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw makeError('paramCheckFailed');
  if (Math.abs(now - Number(header)) > MAX_CLOCK_SKEW_MS)
    throw makeError('clockOff', { now: new Date(now).toISOString() });
}

/**
 * Reads the size of the payload in bytes from the headers; null if the headers do not contain the size.
 * @throws paramCheckFailed if the payload is compressed
 */
function readPayloadLength(request: Request): number | null {
  const encoding = request.get('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') throw makeError('paramCheckFailed');
  const length = request.get('content-length');
  return length === undefined ? null : Number(length);
}

/**
 * Whether a call has a raw payload instead of a form. Only raw calls have a timestamp header (specification
 * §7).
 */
const isRawCall = (request: Request): boolean => request.headers[TIMESTAMP_HEADER] !== undefined;

/**
 * Handles raw calls (specification §7). Their timestamp and token are in headers, and their payload is not a
 * form.
 */
export function makeRawCallHandlers(dependencies: {
  backend: Backend;
  limits: RateLimits;
  /** The time of the database, in epoch milliseconds. */
  now: () => number;
}): RequestHandler[] {
  const limitSessions: RequestHandler = (request, response, next) => {
    if (!isRawCall(request)) return next();
    const [token, lang] = [request.get(TOKEN_HEADER) ?? null, chooseLang(request)];
    if (token !== null && isTokenTooLong(token)) {
      request.resume();
      return sendReply(response, makeRefusalReply(lang, makeError('notSignedIn')));
    }
    Object.assign(response.locals, { token, lang });
    return dependencies.limits.bySession(request, response, next);
  };
  const answer: RequestHandler = async (request, response, next) => {
    if (!isRawCall(request)) return next();
    const lang = chooseLang(request);
    const readsProgress = request.get(PROGRESS_HEADER) === 'lines';
    const responder = new RawResponder(response, readsProgress);
    try {
      refuseWrongTime(request.headers[TIMESTAMP_HEADER], dependencies.now());
      const reply = await dependencies.backend.callRaw({
        path: request.path,
        query: new URL(request.url, 'http://localhost').searchParams,
        lang,
        sender: {
          ip: request.ip ?? '',
          agent: request.get('user-agent') ?? '',
          token: request.get(TOKEN_HEADER) || null,
        },
        contentType: request.get('content-type') ?? '',
        contentLength: readPayloadLength(request),
        payload: request,
        acceptsProgress: readsProgress,
        signal: responder.signal,
        progress: responder.progress,
      });
      // Some callers do not read the answer until they have sent their whole payload. The rest of the payload is
      // therefore read and discarded.
      if (!request.readableEnded) request.resume();
      await responder.send(reply);
    } catch (error) {
      if (!request.readableEnded) request.resume();
      if (!responder.signal.aborted) responder.sendBody(makeErrorReply(lang, error, request.path));
    }
  };
  const answerWithLogName: RequestHandler = (request, response, next) =>
    runWithLogName(`call ${request.path}`, () => answer(request, response, next));
  return [limitSessions, answerWithLogName];
}
