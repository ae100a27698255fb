import { Readable, Transform } from 'node:stream';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { fail } from '#shared/kernel/errors.ts';
import { MAX_CLOCK_SKEW_MS, PROGRESS_HEADER, TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Backend } from '../call/backend.ts';
import { refuseUnlessAllowed } from '../mes/embedded-backend.ts';
import { langOf } from './lang-of.ts';
import type { RateLimits } from './rate-limits.ts';
import { RawAnswering } from './raw-answering.ts';
import type { RawRoute } from '../call/raw-route.ts';
import { refusalOf } from '../call/refusal.ts';
import type { Installation } from '../call/route.ts';
import { rawRoutes } from '../mes/routes.ts';

const byPath = new Map(rawRoutes.map((route) => [route.path, route]));

/** @throws paramCheckFailed, clockOff */
function refuseOldTime(header: unknown): void {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw fail('paramCheckFailed');
  const now = Date.now();
  if (Math.abs(now - Number(header)) > MAX_CLOCK_SKEW_MS)
    throw fail('clockOff', { now: new Date(now).toISOString() });
}

/** The payload as it was given; nothing of it is read before the caller is known. */
async function bodyOf(request: Request, response: Response, route: RawRoute): Promise<Buffer> {
  const read = express.raw({ type: () => true, limit: route.limit.bytes, inflate: false });
  try {
    await new Promise<void>((done, failed) =>
      read(request, response, (error?: unknown) => (error ? failed(error) : done())),
    );
  } catch (error) {
    throw (error as { type?: string }).type === 'entity.too.large'
      ? fail('tooLarge', { max: route.limit.words })
      : fail('paramCheckFailed');
  }
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The payload as it comes in; it fails beyond the limit. What is said to be larger is not read at all. */
function payloadOf(request: Request, route: RawRoute): Readable {
  const tooLarge = () => fail('tooLarge', { max: route.limit.words });
  if (Number(request.headers['content-length'] ?? 0) > route.limit.bytes) throw tooLarge();
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > route.limit.bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // A pipeline would close the request with the error, before anybody is told.
  request.once('error', (error) => counted.destroy(error));
  request.once('aborted', () => counted.destroy(new Error('The payload was broken off')));
  return request.pipe(counted);
}

/** The calls of the second kind: a timestamp and the token in headers, the payload as it is, the raw answer. */
export function rawCalls(of: {
  backend: Backend;
  db: Db;
  installation: Installation;
  limits: RateLimits;
}): RequestHandler[] {
  const isRaw = (request: Request) => of.backend.kind === 'embedded' && byPath.has(request.path);
  const limit: RequestHandler = (request, response, next) => {
    if (!isRaw(request)) return next();
    Object.assign(response.locals, { token: request.get(TOKEN_HEADER) ?? null, lang: langOf(request) });
    return of.limits.bySession(request, response, next);
  };
  const answer: RequestHandler = async (request, response, next) => {
    const route = byPath.get(request.path);
    if (!route || !isRaw(request)) return next();
    const lang = langOf(request);
    const token = request.get(TOKEN_HEADER) || null;
    const answering = new RawAnswering(response, request.get(PROGRESS_HEADER) === 'lines');
    try {
      refuseOldTime(request.headers[TIMESTAMP_HEADER]);
      const user = token ? await of.backend.user(token) : null;
      refuseUnlessAllowed(user, route);
      if (!user) throw fail('notSignedIn');
      answering.caller = user;
      const payload = route.reads ? payloadOf(request, route) : Readable.from([]);
      const body = route.reads ? Buffer.alloc(0) : await bodyOf(request, response, route);
      const origin = { ip: request.ip ?? '', agent: request.get('user-agent') ?? '', token };
      const contentType = request.get('content-type') ?? '';
      const query = new URL(request.url, 'http://localhost').searchParams;
      const { signal, progress } = answering;
      const call = { db: of.db, installation: of.installation, user, lang, origin, contentType, query, body };
      await answering.send(await route.run({ ...call, payload, signal, progress }));
    } catch (error) {
      // What is still on its way is let run out: a caller who sends does not listen yet.
      if (!request.readableEnded) request.resume();
      if (answering.signal.aborted) return;
      answering.refuse(refusalOf(lang, error, request.path, answering.caller));
    }
  };
  return [limit, answer];
}
