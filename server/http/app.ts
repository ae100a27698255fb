import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { fail } from '#shared/kernel/errors.ts';
import type { Config } from '../config.ts';
import { databaseNow } from '../db/clock.ts';
import type { Connection } from '../db/connect.ts';
import type { Backend } from '../call/backend.ts';
import { root } from '../root.ts';
import { clientFiles } from './client-files.ts';
import { formCalls, limitOf } from './form-calls.ts';
import { health } from './health.ts';
import { langOf } from './lang-of.ts';
import { rateLimits } from './rate-limits.ts';
import { rawCalls } from './raw-calls.ts';
import { makeRefusal, makeErrorReply } from '../call/make-refusal.ts';
import { securityHeaders } from './security-headers.ts';
import type { WireKeys } from './wire-keys.ts';

/** The dependencies of the HTTP app. */
interface AppParts {
  config: Config;
  backend: Backend;
  connection: Connection;
  keys: WireKeys;
  build: string;
}

const noStore: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};

const answerNotFound: RequestHandler = (request, response) => {
  const reply = makeRefusal(langOf(request), fail('notFound'));
  response.status(reply.status).json(reply.body);
};

/**
 * Answers errors that occur before a call is parsed, for example if the body is too large or its
 * encoding is wrong.
 */
const answerUnreadable: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  request,
  response,
  next,
) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const lang = langOf(request);
  const known = typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  const tooLarge = error.type === 'entity.too.large';
  const refused = tooLarge
    ? fail('tooLarge', { max: limitOf(request.path).words })
    : fail('paramCheckFailed');
  const reply = known ? makeRefusal(lang, refused) : makeErrorReply(lang, error, request.path);
  response.status(reply.status).json(reply.body);
};

/** Makes the Express app with all HTTP routes. */
export function makeApp({ config, backend, connection, keys, build }: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(securityHeaders());
  app.get('/healthz', health(connection, build, false));
  app.get('/readyz', health(connection, build, true));

  const limits = rateLimits(config.rateLimit);
  const parts = { backend, keys, limits, now: () => databaseNow(connection.db).getTime() };
  app.use('/mes', noStore, limits.byAddress);
  app.post('/mes/{*path}', ...rawCalls(parts), ...formCalls(parts));
  app.use('/mes', answerNotFound);

  app.use(...clientFiles(join(root, 'dist/client')));
  app.use(answerNotFound);
  app.use(answerUnreadable);
  return app;
}
