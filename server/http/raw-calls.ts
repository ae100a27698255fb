import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { fail } from '#shared/kernel/errors.ts';
import { MAX_CLOCK_SKEW_MS, TIMESTAMP_HEADER, TOKEN_HEADER } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Backend } from '../relay/backend.ts';
import { refuseUnlessAllowed } from '../relay/embedded.ts';
import { langOf } from './lang-of.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RawAnswer, RawRoute } from './raw-route.ts';
import { refusalOf } from './refusal-of.ts';
import type { House } from './route.ts';
import { rawRoutes } from './routes.ts';

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

async function send(response: Response, answer: RawAnswer): Promise<void> {
  if ('data' in answer) {
    response.status(200).json({ success: true, data: answer.data });
    return;
  }
  const stream = createReadStream(answer.file);
  await new Promise<void>((done, failed) => {
    stream.once('open', () => done());
    stream.once('error', failed);
  });
  response.attachment(answer.name);
  response.status(200).set({
    'content-type': answer.mediaType,
    'content-length': String(answer.bytes),
    'content-security-policy': "default-src 'none'; sandbox",
  });
  await pipeline(stream, response);
}

/** The calls of the second kind: a timestamp and the token in headers, the payload as it is, the raw answer. */
export function rawCalls(of: {
  backend: Backend;
  db: Db;
  house: House;
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
    try {
      refuseOldTime(request.headers[TIMESTAMP_HEADER]);
      const user = token ? await of.backend.user(token) : null;
      refuseUnlessAllowed(user, route);
      if (!user) throw fail('notSignedIn');
      const body = await bodyOf(request, response, route);
      const origin = { ip: request.ip ?? '', agent: request.get('user-agent') ?? '', token };
      const contentType = request.get('content-type') ?? '';
      await send(
        response,
        await route.run({ db: of.db, house: of.house, user, lang, origin, contentType, body }),
      );
    } catch (error) {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const reply = refusalOf(lang, error, request.path);
      response.status(reply.status).json(reply.body);
    }
  };
  return [limit, answer];
}
