import type { ErrorCode } from '#shared/kernel/errors.ts';
import {
  callForm,
  paramHeader,
  PARAMS_HEADER,
  TIMESTAMP_HEADER,
  TOKEN_HEADER,
  type Answer,
  type ParamCipher,
} from '#shared/kernel/wire.ts';
import { CallError } from './call-error.ts';
import { reactToFailure } from '../messages/react-to-failure.ts';
import { requestId } from './request-id.ts';
import { saveFile } from './save-file.ts';
import { session } from './session.ts';
import { currentLang, t } from '../words/t.ts';

/** How long an answer is waited for, in milliseconds. */
const PATIENCE_MS = 30_000;
/** The one call that goes without the parameter header. */
const KEY_PATH = '/mes/login/key';

type Fields = Record<string, unknown>;
export interface CallOptions {
  /** Codes that the caller puts into words itself: no message over the page for them. */
  shownElsewhere?: readonly ErrorCode[];
  signal?: AbortSignal;
  /** The token of somebody who is recognised at this terminal; without it, whoever is signed in calls. */
  as?: string | null | undefined;
  /** Of a raw call: further headers. */
  headers?: Record<string, string>;
  /** Of a raw call: the answer may take as long as it takes, since it tells how far it is. */
  patient?: true;
}

const failure = (code: ErrorCode, flag: CallError['flag'], status = 0): CallError =>
  new CallError({ flag, code, message: t(`error.${code}`) }, status);

async function post(
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  signal?: AbortSignal,
  patient = false,
): Promise<Response> {
  const patience = patient ? null : AbortSignal.timeout(PATIENCE_MS);
  const signals = [signal, patience].filter((one) => one !== null && one !== undefined);
  try {
    return await fetch(path, { method: 'POST', body, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw patience?.aborted ? failure('timedOut', 'TIME_OUT') : failure('requestFailed', null);
  }
}

/** The data of an answer. @throws CallError where the server refused, or what came is no answer of ours */
async function dataOf(response: Response, signal?: AbortSignal): Promise<unknown> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    // Whoever asked does not want to know any more: no failure.
    if (signal?.aborted) throw error;
    console.warn(`${response.url} did not answer JSON`, error);
    throw failure(response.status === 504 ? 'timedOut' : 'requestFailed', null, response.status);
  }
  // Reference lists answer the bare array.
  if (Array.isArray(body)) return body;
  const answer = body as Answer | null;
  if (answer?.success === true) return answer.data;
  if (answer?.success === false) throw new CallError(answer, response.status);
  throw failure('requestFailed', null, response.status);
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

let cipher: Promise<ParamCipher> | undefined;

async function fetchCipher(): Promise<ParamCipher> {
  const { form: fields } = callForm({}, { token: null, lang: currentLang() });
  const [{ paramCipher }, key] = await Promise.all([
    // Where its code does not come, neither does an answer: the next call asks anew.
    import('./parameter-header.ts').catch((error: unknown) => {
      console.warn('The code of the cipher did not come', error);
      throw failure('requestFailed', null);
    }),
    post(KEY_PATH, form(fields), {}).then((response) => dataOf(response)) as Promise<{
      id: string;
      publicKey: string;
    }>,
  ]);
  return paramCipher(key.id, key.publicKey);
}

/** The cipher with the server's key, fetched once; a failure is not kept. */
function cipherNow(): Promise<ParamCipher> {
  cipher ??= fetchCipher().catch((error: unknown) => {
    cipher = undefined;
    throw error;
  });
  return cipher;
}

async function sealedPost(
  path: string,
  fields: Fields,
  id: string | undefined,
  { signal, as }: CallOptions,
): Promise<unknown> {
  const { form: fieldsOnWire, requestParams } = callForm(fields, {
    token: as ?? session.current?.validateKey ?? null,
    lang: currentLang(),
    ...(id ? { requestId: id } : {}),
  });
  const attempt = async (seal: ParamCipher) =>
    dataOf(
      await post(path, form(fieldsOnWire), { [PARAMS_HEADER]: paramHeader(requestParams, seal) }, signal),
      signal,
    );
  const used = await cipherNow();
  try {
    return await attempt(used);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'paramCheckFailed') throw error;
    // The server does not say why; after a rotation it no longer knows our key. Once with a new one.
    cipher = undefined;
    const renewed = await cipherNow();
    if (renewed.keyId === used.keyId) throw error;
    return attempt(renewed);
  }
}

async function reacting<T>(run: () => Promise<T>, options: CallOptions): Promise<T> {
  const token = session.current?.validateKey;
  try {
    return await run();
  } catch (error) {
    // An answer to somebody who has signed out or changed in the meantime concerns nobody here.
    // Somebody at a terminal is not the terminal: it stays signed in when they are no longer recognised.
    if (error instanceof CallError && session.current?.validateKey === token && !options.as) {
      reactToFailure(error, options.shownElsewhere ?? []);
    }
    throw error;
  }
}

/**
 * Asks the server for something.
 * @throws CallError what went wrong; it was already shown, unless its code is `shownElsewhere`
 */
export const call = <T>(path: string, fields: Fields = {}, options: CallOptions = {}): Promise<T> =>
  reacting(() => sealedPost(path, fields, undefined, options) as Promise<T>, options);

/**
 * Has the server do something, exactly once even where the line is bad: the same `id` again does nothing.
 * @param options.id the request id of an earlier try of the same intention; a new one where absent
 */
export const send = <T>(
  path: string,
  fields: Fields = {},
  options: CallOptions & { id?: string } = {},
): Promise<T> =>
  reacting(() => sealedPost(path, fields, options.id ?? requestId(), options) as Promise<T>, options);

/** How far the server's clock is ahead of this one, in milliseconds. */
let clockOffset = 0;

async function rawPost(
  path: string,
  payload: BodyInit,
  options: CallOptions,
  retried = false,
): Promise<Response> {
  const token = options.as ?? session.current?.validateKey;
  const headers = {
    [TIMESTAMP_HEADER]: String(Date.now() + clockOffset),
    ...(token ? { [TOKEN_HEADER]: token } : {}),
    ...options.headers,
  };
  const response = await post(path, payload, headers, options.signal, options.patient);
  if (response.ok) return response;
  try {
    await dataOf(response);
  } catch (error) {
    const now =
      error instanceof CallError && error.code === 'clockOff'
        ? Date.parse(String(error.params['now']))
        : Number.NaN;
    if (retried || Number.isNaN(now)) throw error;
    clockOffset = now - Date.now();
    return rawPost(path, payload, options, true);
  }
  return response;
}

/** The second call type: sends a payload as it is and gives the raw answer. */
export const callRaw = (path: string, payload: BodyInit, options: CallOptions = {}): Promise<Response> =>
  reacting(() => rawPost(path, payload, options), options);

/** Uploads a file; answers what the server keeps it as. */
export async function upload<T>(
  path: string,
  file: File,
  fields: Record<string, string> = {},
  options: CallOptions = {},
): Promise<T> {
  const payload = new FormData();
  for (const [name, value] of Object.entries(fields)) payload.append(name, value);
  payload.append('file', file);
  return reacting(async () => (await dataOf(await rawPost(path, payload, options))) as T, options);
}

/** The name that an answer gives its file. */
function nameIn(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(header)?.[1] ?? null);
}

/** Downloads a file and hands it to the person under its own name, or the given one where it has none. */
export async function download(
  path: string,
  fields: Record<string, string>,
  fileName: string,
  options: CallOptions = {},
): Promise<void> {
  const response = await callRaw(path, form({ ...fields, lang: currentLang() }), options);
  saveFile(await response.blob(), nameIn(response) ?? fileName);
}

/**
 * A raw call whose answer is read by `read`; what goes wrong on the way is shown as with every call.
 * @throws CallError
 */
export const callLong = <T>(
  path: string,
  payload: BodyInit,
  read: (response: Response) => Promise<T>,
  options: CallOptions,
): Promise<T> =>
  reacting(async () => read(await rawPost(path, payload, { ...options, patient: true })), options);
