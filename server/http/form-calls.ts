import { once } from 'node:events';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { isBatchPath } from '#shared/answers/batch.ts';
import { makeError, type MesError } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang, type Lang } from '#shared/kernel/lang.ts';
import { PARAMS_HEADER } from '#shared/kernel/wire.ts';
import type { Backend, Reply } from '../call/backend.ts';
import { FairTaskLimiter } from '../call/slot-queue.ts';
import { isTokenTooLong } from '../call/token-length.ts';
import { findField, FormBodyReader, parseFormBody, type BodyLimit } from './form-body.ts';
import { isCopyOfForm, doBlocksMatchParams, parseHeader } from './parameter-header.ts';
import { chooseLang } from './lang-of.ts';
import { runWithLogName } from '../log.ts';
import type { RateLimits } from './rate-limits.ts';
import { sendReply } from './send-reply.ts';
import { makeErrorReply, makeRefusalReply } from '../call/make-refusal.ts';
import type { WireKeys } from './wire-keys.ts';

const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';
const BYTES_PER_MIB = 1024 * 1024;
const DEFAULT_BODY_LIMIT: BodyLimit = { bytes: BYTES_PER_MIB, label: '1 MB' };
/** The body limits of paths whose limit is not `DEFAULT_BODY_LIMIT`. */
const BODY_LIMITS_BY_PATH: Readonly<Record<string, BodyLimit>> = {
  '/mes/report/import': { bytes: 8 * BYTES_PER_MIB, label: '8 MB' },
};
/** The body limit of calls with many rows. Their form repeats the rows in the field `requestParams`. */
const BATCH_BODY_LIMIT: BodyLimit = { bytes: 32 * BYTES_PER_MIB, label: '32 MB' };
/**
 * The path of the only form call without a parameter header. The call returns the public key with which
 * callers encrypt the parameter header.
 */
const PUBLIC_KEY_CALL_PATH = '/mes/login/key';
/** The paths of calls to which the rate limit for logins applies. */
const PATHS_WITH_LOGIN_LIMIT: ReadonlySet<string> = new Set([
  '/mes/login/code',
  '/mes/login/login',
  '/mes/screen/pairing',
  '/mes/kanban/open',
  '/mes/user/password/modify',
]);
/** Form fields that belong to the protocol and not to the input of the call. */
const WIRE_FIELDS: ReadonlySet<string> = new Set(['token', 'lang', 'requestParams', 'requestId']);

const getBodyLimit = (path: string): BodyLimit =>
  Object.hasOwn(BODY_LIMITS_BY_PATH, path)
    ? BODY_LIMITS_BY_PATH[path]!
    : isBatchPath(path)
      ? BATCH_BODY_LIMIT
      : DEFAULT_BODY_LIMIT;

/** The number of items of a long array that are encoded before the server handles other requests. */
const ITEMS_PER_SLICE = 2000;

/** Waits until the connection takes more data, or is closed. */
async function waitUntilWritable(response: Response): Promise<void> {
  const abortController = new AbortController();
  const { signal } = abortController;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  abortController.abort();
}

/** Sends an array as JSON in slices, so that the server can handle other requests in between. */
async function sendArray(response: Response, status: number, items: readonly unknown[]): Promise<void> {
  response.status(status).type('json');
  for (let start = 0; start < items.length && !response.destroyed; start += ITEMS_PER_SLICE) {
    const slice = JSON.stringify(items.slice(start, start + ITEMS_PER_SLICE)).slice(1, -1);
    const hasRoom = response.write(`${start === 0 ? '[' : ','}${slice}`);
    if (hasRoom) await yieldToEventLoop();
    else await waitUntilWritable(response);
  }
  response.end(']');
}

/** Sends the answer to a call. A long array, such as a reference list, is sent in slices. */
const sendAnswer = async (response: Response, reply: Reply): Promise<void> =>
  Array.isArray(reply.body) && reply.body.length > ITEMS_PER_SLICE
    ? sendArray(response, reply.status, reply.body)
    : sendReply(response, reply);

/**
 * At most 2 calls with a large body are read and answered at the same time, and at most 20 more of each
 * session wait.
 */
const largeBodyQueue = new FairTaskLimiter(2, 20);

/** The data of a call after the beginning of its body is read. It is stored in `response.locals`. */
interface FormCallLocals {
  reader: FormBodyReader;
  /** The whole body; null if only its beginning has been read. */
  body: Buffer | null;
  token: string | null;
  lang: Lang;
}
const getLocals = (response: Response): FormCallLocals => response.locals as FormCallLocals;

const sendRefusal = (response: Response, lang: Lang, error: MesError): void =>
  sendReply(response, makeRefusalReply(lang, error));

/** Answers a call that failed. If the body has not been read completely, the rest is discarded. */
function answerFailedCall(request: Request, response: Response, error: unknown, lang: Lang): void {
  if (!request.readableEnded) request.resume();
  if (!response.destroyed) sendReply(response, makeErrorReply(lang, error, request.path));
}

/** Whether the body of a call is a URL-encoded form in UTF-8, or the call has no body. */
function hasFormBody(request: Request): boolean {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(request.get('content-type') ?? '')?.[1] ?? 'utf-8';
  return request.is(FORM_CONTENT_TYPE) !== false && /^utf-?8$/i.test(charset);
}

/** Reads the beginning of the body, with the token and the language of the caller. */
const readBeginningOfBody: RequestHandler = async (request, response, next) => {
  const chosenLang = chooseLang(request);
  try {
    const reader = new FormBodyReader(request, getBodyLimit(request.path));
    if (!hasFormBody(request) && request.path !== PUBLIC_KEY_CALL_PATH) throw makeError('paramCheckFailed');
    const { head, isWholeBody } = await reader.readHead();
    const token = (await findField(head, isWholeBody, 'token')) || null;
    const givenLang = await findField(head, isWholeBody, 'lang');
    // An unknown language is refused later, in the default language.
    const lang = isLang(givenLang) ? givenLang : givenLang === null ? chosenLang : DEFAULT_LANG;
    const locals: FormCallLocals = { reader, body: isWholeBody ? head : null, token, lang };
    Object.assign(response.locals, locals);
    if (token !== null && isTokenTooLong(token)) throw makeError('notSignedIn');
  } catch (error) {
    answerFailedCall(request, response, error, (response.locals['lang'] as Lang | undefined) ?? chosenLang);
    return;
  }
  next();
};

/**
 * Whether the parameter header is valid and matches the body. The caller cannot tell from the answer which
 * check failed.
 */
async function isHeaderValid(
  keys: WireKeys,
  header: unknown,
  form: ReadonlyMap<string, string>,
): Promise<boolean> {
  const parsedHeader = parseHeader(header);
  const requestParams = form.get('requestParams');
  if (!parsedHeader || requestParams === undefined) return false;
  const key = await keys.findPrivateKey(parsedHeader.keyId);
  return (
    key !== null &&
    (await doBlocksMatchParams(key, parsedHeader.blocks, requestParams)) &&
    isCopyOfForm(requestParams, form)
  );
}

const getCallSender = (request: Request, token: string | null) => ({
  ip: request.ip ?? '',
  agent: request.get('user-agent') ?? '',
  token,
});

/** Handles form calls. The parameter header of a form call must match its form, except at `PUBLIC_KEY_CALL_PATH`. */
export function makeFormCallHandlers(dependencies: {
  backend: Backend;
  keys: WireKeys;
  limits: RateLimits;
}): RequestHandler[] {
  const answerForm = async (request: Request, response: Response, body: Buffer): Promise<void> => {
    const { token, lang } = getLocals(response);
    const form = await parseFormBody(body);
    if (!form || !(await isHeaderValid(dependencies.keys, request.headers[PARAMS_HEADER], form))) {
      sendRefusal(response, lang, makeError('paramCheckFailed'));
      return;
    }
    if (form.has('lang') && !isLang(form.get('lang'))) {
      sendRefusal(response, lang, makeError('fieldsInvalid', {}, { lang: { reason: 'notAChoice' } }));
      return;
    }
    await sendAnswer(
      response,
      await dependencies.backend.call({
        path: request.path,
        fields: Object.fromEntries([...form].filter(([name]) => !WIRE_FIELDS.has(name))),
        lang,
        requestId: form.get('requestId') || undefined,
        sender: getCallSender(request, token),
      }),
    );
  };
  /** Checks whether the caller may make the call, and only then reads the rest of the body. */
  const answerLargeForm = async (request: Request, response: Response): Promise<void> => {
    const { reader, token, lang } = getLocals(response);
    const refusal = await dependencies.backend.refuseCaller({ path: request.path, lang, token });
    if (refusal) {
      request.resume();
      sendReply(response, refusal);
      return;
    }
    await largeBodyQueue.run(async () => answerForm(request, response, await reader.readWhole()), token);
  };
  const answer: RequestHandler = async (request, response) => {
    const { body, lang } = getLocals(response);
    if (request.path === PUBLIC_KEY_CALL_PATH) {
      request.resume();
      sendReply(response, { status: 200, body: { success: true, data: dependencies.keys.current } });
      return;
    }
    try {
      if (body) await answerForm(request, response, body);
      else await answerLargeForm(request, response);
    } catch (error) {
      answerFailedCall(request, response, error, lang);
    }
  };
  const limitLogins: RequestHandler = (request, response, next) =>
    PATHS_WITH_LOGIN_LIMIT.has(request.path) ? dependencies.limits.byLogin(request, response, next) : next();
  const limitSessions: RequestHandler = (request, response, next) => {
    // If the rate limit refuses a call, the rest of its body is not read and must be discarded.
    if (getLocals(response).body === null) response.once('finish', () => request.resume());
    return dependencies.limits.bySession(request, response, next);
  };
  const answerWithLogName: RequestHandler = (request, response, next) =>
    runWithLogName(`call ${request.path}`, () => answer(request, response, next));
  return [readBeginningOfBody, limitLogins, limitSessions, answerWithLogName];
}
