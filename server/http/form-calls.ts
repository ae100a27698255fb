import express, { type Request, type RequestHandler, type Response } from 'express';
import { fail, type MesError } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, isLang, type Lang } from '#shared/kernel/lang.ts';
import { PARAMS_HEADER } from '#shared/kernel/wire.ts';
import type { Backend, Reply } from '../call/backend.ts';
import { isCopyOfForm, doBlocksMatchParams, parseHeader } from './parameter-header.ts';
import { chooseLang } from './lang-of.ts';
import { runNamed } from '../log.ts';
import type { RateLimits } from './rate-limits.ts';
import { makeRefusal } from '../call/make-refusal.ts';
import type { WireKeys } from './wire-keys.ts';

/** The maximum number of fields of a form. */
const MAX_FORM_FIELDS = 500;
/** Field names that are refused because they could change the prototype of an object. */
const FORBIDDEN_FIELD_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a form-encoded body; null if it has too many fields, a repeated field or a forbidden name.
 */
function parseFormBody(body: unknown): Map<string, string> | null {
  if (typeof body !== 'string') return null;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (name === '' || FORBIDDEN_FIELD_NAMES.has(name) || fields.has(name) || fields.size >= MAX_FORM_FIELDS)
      return null;
    fields.set(name, value);
  }
  return fields;
}

const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';
const BYTES_PER_MIB = 1024 * 1024;
const DEFAULT_BODY_LIMIT = { bytes: BYTES_PER_MIB, words: '1 MB' };
/** The body limits of paths that allow a larger body than usual. */
const BODY_LIMITS_BY_PATH: Readonly<Record<string, typeof DEFAULT_BODY_LIMIT>> = {
  '/mes/report/import': { bytes: 8 * BYTES_PER_MIB, words: '8 MB' },
};
/**
 * The path of the only call without a parameter header. The call returns the public key with which
 * callers encrypt the header.
 */
const KEY_PATH = '/mes/login/key';
/** The paths of calls to which the rate limit for logins applies. */
const LOGIN_PATHS: ReadonlySet<string> = new Set([
  '/mes/login/code',
  '/mes/login/login',
  '/mes/user/password/modify',
]);
/** Form fields that belong to the protocol and not to the input of the call. */
const WIRE_FIELDS: ReadonlySet<string> = new Set(['token', 'lang', 'requestParams', 'requestId']);

/** The body limit of a path, and its text for error messages. */
export const getBodyLimit = (path: string): typeof DEFAULT_BODY_LIMIT =>
  Object.hasOwn(BODY_LIMITS_BY_PATH, path) ? BODY_LIMITS_BY_PATH[path]! : DEFAULT_BODY_LIMIT;

const sendReply = (response: Response, reply: Reply): void => {
  response.status(reply.status).json(reply.body);
};

/**
 * Reads the language from a body, even if the form is invalid. An unknown language becomes the
 * default language here, and is refused later.
 */
const readLang = (form: ReadonlyMap<string, string> | null, body: string): Lang => {
  const lang = form ? form.get('lang') : new URLSearchParams(body).get('lang');
  return isLang(lang) ? lang : DEFAULT_LANG;
};

interface FormCallLocals {
  form: Map<string, string> | null;
  token: string | null;
  lang: Lang;
}
const getLocals = (response: Response): FormCallLocals => response.locals as FormCallLocals;

const readBody: RequestHandler = (request, response, next) =>
  express.text({
    type: FORM_CONTENT_TYPE,
    limit: getBodyLimit(request.path).bytes,
    inflate: false,
    defaultCharset: 'utf-8',
  })(request, response, next);

const parseForm: RequestHandler = (request, response, next) => {
  const body: unknown = request.body;
  const form = parseFormBody(body);
  const lang = typeof body === 'string' ? readLang(form, body) : chooseLang(request);
  const locals: FormCallLocals = { form, token: form?.get('token') || null, lang };
  Object.assign(response.locals, locals);
  next();
};

/**
 * Whether the decrypted parameter header matches the body. The caller cannot tell from the answer
 * which check failed.
 */
async function isHeaderValid(
  keys: WireKeys,
  header: unknown,
  form: ReadonlyMap<string, string>,
): Promise<boolean> {
  const sealed = parseHeader(header);
  const requestParams = form.get('requestParams');
  if (!sealed || requestParams === undefined) return false;
  const key = await keys.find(sealed.keyId);
  return (
    key !== null &&
    doBlocksMatchParams(key, sealed.blocks, requestParams) &&
    isCopyOfForm(requestParams, form)
  );
}

const getOrigin = (request: Request, token: string | null) => ({
  ip: request.ip ?? '',
  agent: request.get('user-agent') ?? '',
  token,
});

/** Handles calls whose body is a form, with the parameter header. */
export function handleFormCalls(of: {
  backend: Backend;
  keys: WireKeys;
  limits: RateLimits;
}): RequestHandler[] {
  const answer: RequestHandler = async (request, response) => {
    const { form, token, lang } = getLocals(response);
    const refuse = (error: MesError) => sendReply(response, makeRefusal(lang, error));
    if (request.path === KEY_PATH) {
      sendReply(response, { status: 200, body: { success: true, data: of.keys.current } });
      return;
    }
    if (!form || !(await isHeaderValid(of.keys, request.headers[PARAMS_HEADER], form))) {
      refuse(fail('paramCheckFailed'));
      return;
    }
    if (form.has('lang') && !isLang(form.get('lang'))) {
      refuse(fail('fieldsInvalid', {}, { lang: { reason: 'notAChoice' } }));
      return;
    }
    sendReply(
      response,
      await of.backend.call({
        path: request.path,
        fields: Object.fromEntries([...form].filter(([name]) => !WIRE_FIELDS.has(name))),
        lang,
        requestId: form.get('requestId') || undefined,
        origin: getOrigin(request, token),
      }),
    );
  };
  const answerNamed: RequestHandler = (request, response, next) =>
    runNamed(`call ${request.path}`, () => answer(request, response, next));
  const limitLogins: RequestHandler = (request, response, next) =>
    LOGIN_PATHS.has(request.path) ? of.limits.byLogin(request, response, next) : next();
  return [readBody, parseForm, limitLogins, of.limits.bySession, answerNamed];
}
