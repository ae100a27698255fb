import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { makeError } from '#shared/kernel/errors.ts';
import type { Config } from '../config.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Connection } from '../db/connect.ts';
import type { Backend } from '../call/backend.ts';
import { projectFolder } from '../root.ts';
import { makeClientFileHandlers } from './client-files.ts';
import { makeFormCallHandlers } from './form-calls.ts';
import { makeHealthHandler } from './health.ts';
import { chooseLang } from './lang-of.ts';
import { makeRateLimits } from './rate-limits.ts';
import { makeRawCallHandlers } from './raw-calls.ts';
import { makeRefusalReply, makeErrorReply } from '../call/make-refusal.ts';
import { makeSecurityHeadersHandler } from './security-headers.ts';
import { sendReply } from './send-reply.ts';
import type { WireKeys } from './wire-keys.ts';

interface AppDependencies {
  config: Config;
  backend: Backend;
  connection: Connection;
  keys: WireKeys;
  buildId: string;
}

const forbidCaching: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};

const answerNotFound: RequestHandler = (request, response) => {
  sendReply(response, makeRefusalReply(chooseLang(request), makeError('notFound')));
};

/** Answers errors that no other handler answers, for example after a wrongly encoded path. */
const answerUnhandledError: ErrorRequestHandler = (error: { status?: number }, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const lang = chooseLang(request);
  const isClientError = typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  sendReply(
    response,
    isClientError
      ? makeRefusalReply(lang, makeError('paramCheckFailed'))
      : makeErrorReply(lang, error, request.path),
  );
};

/** Makes the Express app with all HTTP routes. */
export function makeApp({ config, backend, connection, keys, buildId }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustedProxyCount);
  app.use(makeSecurityHeadersHandler());
  app.get('/healthz', makeHealthHandler(connection, backend, buildId, false));
  app.get('/readyz', makeHealthHandler(connection, backend, buildId, true));

  const limits = makeRateLimits(config.rateLimit);
  const handlerDependencies = { backend, keys, limits, now: () => getDatabaseTime(connection.db).getTime() };
  app.use('/mes', forbidCaching, limits.byAddress);
  app.post(
    '/mes/{*path}',
    ...makeRawCallHandlers(handlerDependencies),
    ...makeFormCallHandlers(handlerDependencies),
  );
  app.use('/mes', answerNotFound);

  app.use(...makeClientFileHandlers(join(projectFolder, 'dist/client')));
  app.use(answerNotFound);
  app.use(answerUnhandledError);
  return app;
}
