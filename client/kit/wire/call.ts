import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import {
  buildCallForm,
  buildParamHeader,
  PARAMS_HEADER,
  TIMESTAMP_HEADER,
  TOKEN_HEADER,
  type Answer,
  type ParamCipher,
} from '#shared/kernel/wire.ts';
import { readOrRecall } from './answer-keeper.ts';
import { CallError } from './call-error.ts';
import { reactToFailure } from '../messages/react-to-failure.ts';
import { makeRequestId } from './request-id.ts';
import { saveFile } from './save-file.ts';
import { session } from './session.ts';
import { getCurrentLang, t } from '../words/t.ts';

/** The timeout of a call, in milliseconds. */
const CALL_TIMEOUT_MS = 30_000;
/**
 * The path of the call that fetches the public key. It is the only form call without a parameter
 * header, because the key encrypts that header.
 */
const PUBLIC_KEY_PATH = '/mes/login/key';

type CallFields = Record<string, unknown>;
export interface CallOptions {
  /** The error codes that the caller shows itself. Neither a toast nor a dialog appears for them. */
  codesShownElsewhere?: readonly ErrorCode[];
  signal?: AbortSignal;
  /** The token of the person identified at this terminal; by default the signed-in user's token. */
  workerToken?: string | null | undefined;
  /** Additional headers, only for a raw call. */
  headers?: Record<string, string>;
  /** Disables the timeout, only for a raw call whose response reports its progress. */
  hasNoTimeout?: true;
}

const makeCallError = (code: ErrorCode, flag: CallError['flag'], status = 0): CallError =>
  new CallError({ flag, code, message: t(`error.${code}`) }, status);

async function postRequest(
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  signal?: AbortSignal,
  hasNoTimeout = false,
): Promise<Response> {
  const timeout = hasNoTimeout ? null : AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signals = [signal, timeout].filter((candidate) => candidate !== null && candidate !== undefined);
  try {
    return await fetch(path, { method: 'POST', body, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw timeout?.aborted ? makeCallError('timedOut', 'TIME_OUT') : makeCallError('requestFailed', null);
  }
}

/**
 * Reads the data of a response.
 * @throws CallError if the server refused the call or the response has an unknown format; the abort error if
 * `signal` was aborted
 */
async function readResponseData(response: Response, signal?: AbortSignal): Promise<unknown> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    // The caller has aborted the call.
    if (signal?.aborted) throw error;
    console.warn(`${response.url} did not answer JSON`, error);
    throw makeCallError(response.status === 504 ? 'timedOut' : 'requestFailed', null, response.status);
  }
  // Reference lists return a bare array.
  if (Array.isArray(body)) return body;
  const answer = body as Answer | null;
  if (answer?.success === true) return answer.data;
  if (answer?.success === false) throw new CallError(answer, response.status);
  throw makeCallError('requestFailed', null, response.status);
}

const makeFormBody = (fields: Record<string, string>) => new URLSearchParams(fields);

let cachedCipher: Promise<ParamCipher> | undefined;

async function fetchCipher(): Promise<ParamCipher> {
  const { form: fields } = buildCallForm({}, { token: null, lang: getCurrentLang() });
  const [{ makeParamCipher }, key] = await Promise.all([
    // If the code cannot be downloaded, this call fails and the next call tries again.
    import('./parameter-header.ts').catch((error: unknown) => {
      console.warn('The code of the cipher did not come', error);
      throw makeCallError('requestFailed', null);
    }),
    postRequest(PUBLIC_KEY_PATH, makeFormBody(fields), {}).then((response) =>
      readResponseData(response),
    ) as Promise<{
      id: string;
      publicKey: string;
    }>,
  ]);
  return makeParamCipher(key.id, key.publicKey);
}

/** Returns the cipher with the server's public key. Fetches the key once, and again after a failure. */
function getCipher(): Promise<ParamCipher> {
  cachedCipher ??= fetchCipher().catch((error: unknown) => {
    cachedCipher = undefined;
    throw error;
  });
  return cachedCipher;
}

async function postEncryptedRequest(
  path: string,
  fields: CallFields,
  id: string | undefined,
  { signal, workerToken }: CallOptions,
): Promise<unknown> {
  const { form: fieldsOnWire, requestParams } = buildCallForm(fields, {
    token: workerToken ?? session.current?.validateKey ?? null,
    lang: getCurrentLang(),
    ...(id ? { requestId: id } : {}),
  });
  const postWithCipher = async (cipherToUse: ParamCipher) =>
    readResponseData(
      await postRequest(
        path,
        makeFormBody(fieldsOnWire),
        { [PARAMS_HEADER]: buildParamHeader(requestParams, cipherToUse) },
        signal,
      ),
      signal,
    );
  const cipher = await getCipher();
  try {
    return await postWithCipher(cipher);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'paramCheckFailed') throw error;
    // The server may have a new key. If it has, the call is sent again once with this key.
    cachedCipher = undefined;
    const renewedCipher = await getCipher();
    if (renewedCipher.keyId === cipher.keyId) throw error;
    return postWithCipher(renewedCipher);
  }
}

async function runWithFailureReaction<T>(run: () => Promise<T>, options: CallOptions): Promise<T> {
  const token = session.current?.validateKey;
  try {
    return await run();
  } catch (error) {
    // After a change of the signed-in user the failure no longer matters. The failed call of a
    // person identified at a terminal must not end the session of the terminal.
    if (error instanceof CallError && session.current?.validateKey === token && !options.workerToken) {
      reactToFailure(error, options.codesShownElsewhere ?? []);
    }
    throw error;
  }
}

/**
 * Reads data from the server.
 * @throws CallError if the call failed. The user has already seen the error, unless its code is in
 *   `codesShownElsewhere` or `workerToken` is set
 */
export const call = <T>(path: string, fields: CallFields = {}, options: CallOptions = {}): Promise<T> =>
  runWithFailureReaction(
    () =>
      readOrRecall(path, fields, options, () =>
        postEncryptedRequest(path, fields, undefined, options),
      ) as Promise<T>,
    options,
  );

/**
 * Sends a write to the server. The server executes a write only once, even if a retry with the same
 * `id` follows.
 * @param options.id the request id of an earlier attempt; a new id by default
 */
export const send = <T>(
  path: string,
  fields: CallFields = {},
  options: CallOptions & { id?: string } = {},
): Promise<T> =>
  runWithFailureReaction(
    () => postEncryptedRequest(path, fields, options.id ?? makeRequestId(), options) as Promise<T>,
    options,
  );

/** How far the server's clock is ahead of the browser's, in milliseconds. */
let clockOffsetMs = 0;

async function postRawRequest(
  path: string,
  payload: BodyInit,
  options: CallOptions,
  isRetry = false,
): Promise<Response> {
  const token = options.workerToken ?? session.current?.validateKey;
  const headers = {
    [TIMESTAMP_HEADER]: String(Date.now() + clockOffsetMs),
    ...(token ? { [TOKEN_HEADER]: token } : {}),
    ...options.headers,
  };
  const response = await postRequest(path, payload, headers, options.signal, options.hasNoTimeout);
  if (response.ok) return response;
  try {
    await readResponseData(response);
  } catch (error) {
    const serverTimeMs =
      error instanceof CallError && error.code === 'clockOff'
        ? Date.parse(String(error.params['now']))
        : Number.NaN;
    if (isRetry || Number.isNaN(serverTimeMs)) throw error;
    clockOffsetMs = serverTimeMs - Date.now();
    return postRawRequest(path, payload, options, true);
  }
  return response;
}

/** Makes a raw call: sends a payload without encrypted parameters and returns the whole response. */
export const callRaw = (path: string, payload: BodyInit, options: CallOptions = {}): Promise<Response> =>
  runWithFailureReaction(() => postRawRequest(path, payload, options), options);

/** Uploads a file. @returns the data of the answer, such as the file's record */
export async function upload<T>(
  path: string,
  file: File,
  fields: Record<string, string> = {},
  options: CallOptions = {},
): Promise<T> {
  const payload = new FormData();
  for (const [name, value] of Object.entries(fields)) payload.append(name, value);
  payload.append('file', file);
  return runWithFailureReaction(
    async () => (await readResponseData(await postRawRequest(path, payload, options))) as T,
    options,
  );
}

/** Returns the file name in a response's header; null if there is none. */
function getFileName(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encodedName ? decodeURIComponent(encodedName) : (/filename="([^"]+)"/i.exec(header)?.[1] ?? null);
}

/** Downloads a file. The response may name the file; otherwise the file is named `fileName`. */
export async function download(
  path: string,
  fields: Record<string, string>,
  fileName: string,
  options: CallOptions = {},
): Promise<void> {
  const response = await callRaw(path, makeFormBody({ ...fields, lang: getCurrentLang() }), options);
  saveFile(await response.blob(), getFileName(response) ?? fileName);
}

/**
 * Makes a raw call without a timeout, and parses the response with `read`.
 * @throws CallError if the call failed. The user has already seen the error, unless its code is in
 *   `codesShownElsewhere` or `workerToken` is set
 */
export const callAndRead = <T>(
  path: string,
  payload: BodyInit,
  read: (response: Response) => Promise<T>,
  options: CallOptions,
): Promise<T> =>
  runWithFailureReaction(
    async () => read(await postRawRequest(path, payload, { ...options, hasNoTimeout: true })),
    options,
  );
