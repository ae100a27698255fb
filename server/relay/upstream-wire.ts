import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { DEFAULT_LANG, type Lang } from '#shared/kernel/lang.ts';
import {
  buildCallForm,
  buildParamHeader,
  PARAMS_HEADER,
  PROGRESS_HEADER,
  TIMESTAMP_HEADER,
  TOKEN_HEADER,
  type ParamCipher,
} from '#shared/kernel/wire.ts';
import { buildErrorMessage } from '#shared/terms/error-message.ts';
import type { BackendCall, RawBackendCall, RawReply, Reply } from '../call/backend.ts';
import { makeUpstreamCipher } from './upstream-cipher.ts';

const UPSTREAM_PUBLIC_KEY_PATH = '/mes/login/key';
/** Matches the characters that are not allowed in a header. */
const NON_HEADER_CHARACTERS = /[^\x20-\x7e]/g;

/** The headers of an upstream answer that are forwarded. */
const FORWARDED_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'x-total-rows',
  'x-accel-buffering',
];

/** Makes the error answer to a call that the upstream did not answer. */
const makeTransportErrorReply = (lang: Lang, code: ErrorCode): Reply => ({
  status: ERRORS[code].status,
  body: { success: false, flag: ERRORS[code].flag, code, message: buildErrorMessage(lang, code) },
});

/** Thrown if the upstream did not answer, answered too late, or sent an answer that cannot be read. */
class UpstreamError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

type SenderAndLang = Pick<BackendCall, 'sender' | 'lang'>;

/**
 * Makes the headers that identify the caller to the upstream, for its rate limits and its history.
 */
const makeSenderHeaders = ({ ip, agent }: BackendCall['sender']): Record<string, string> => ({
  ...(ip ? { 'x-forwarded-for': ip } : {}),
  ...(agent ? { 'user-agent': agent.replace(NON_HEADER_CHARACTERS, '?') } : {}),
});

/** Whether the upstream may have refused a call because the key of the call is retired. */
const couldMeanRetiredKey = (reply: Reply): boolean =>
  (reply.body as { code?: unknown } | null)?.code === 'paramCheckFailed';

/**
 * Sends calls to the upstream over the wire protocol. It encrypts the parameter header with the public key of
 * the upstream.
 */
export class UpstreamWireClient {
  private readonly baseUrl: string;
  private readonly timeoutMs: number;
  private cipher: Promise<ParamCipher> | null = null;
  /** The upstream's time minus the time of this server, in milliseconds. */
  private clockOffsetMs = 0;

  constructor(url: string, timeoutMs: number) {
    this.baseUrl = url.replace(/\/+$/, '');
    this.timeoutMs = timeoutMs;
  }

  /** Whether the upstream answers a request for its public key within the given time. */
  async isReachable(timeoutMs: number): Promise<boolean> {
    const { form } = buildCallForm({}, { token: null, lang: DEFAULT_LANG });
    const sender = { ip: '', agent: 'relay', token: null };
    return this.post(UPSTREAM_PUBLIC_KEY_PATH, form, {}, { sender, lang: DEFAULT_LANG }, timeoutMs).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Forwards a call. If the upstream does not answer, the caller gets an error reply. */
  async send(call: BackendCall): Promise<Reply> {
    try {
      const usedCipher = await this.getCipher(call);
      const reply = await this.sendEncrypted(call, usedCipher);
      if (!couldMeanRetiredKey(reply)) return reply;
      // The upstream may have a new key. If so, the call is sent once more with the new key.
      this.cipher = null;
      const renewedCipher = await this.getCipher(call);
      return renewedCipher.keyId === usedCipher.keyId ? reply : await this.sendEncrypted(call, renewedCipher);
    } catch (error) {
      if (error instanceof UpstreamError) return makeTransportErrorReply(call.lang, error.code);
      return makeTransportErrorReply(call.lang, 'requestFailed');
    }
  }

  /**
   * Forwards a raw call and streams its payload. If the upstream does not answer, the caller gets an error
   * reply.
   */
  async sendRaw(call: RawBackendCall): Promise<RawReply> {
    try {
      // The answer to the request for the key contains the upstream's time, which the timestamp header needs.
      await this.getCipher(call);
      const answer = await this.streamPayload(call);
      const headers = FORWARDED_HEADERS.flatMap((name) => {
        const value = answer.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      return {
        status: answer.statusCode ?? 502,
        headers: Object.fromEntries(headers),
        forwardedPayload: answer,
      };
    } catch (error) {
      return makeTransportErrorReply(
        call.lang,
        error instanceof UpstreamError ? error.code : 'requestFailed',
      );
    }
  }

  /**
   * Streams the payload to the upstream.
   * @returns the response, after its headers have arrived
   */
  private streamPayload(call: RawBackendCall): Promise<IncomingMessage> {
    const { sender, contentType, contentLength, payload, signal } = call;
    const url = new URL(`${this.baseUrl}${call.path}`);
    url.search = call.query.toString();
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        signal,
        headers: {
          ...makeSenderHeaders(sender),
          [TIMESTAMP_HEADER]: String(Date.now() + this.clockOffsetMs),
          ...(sender.token ? { [TOKEN_HEADER]: sender.token.replace(NON_HEADER_CHARACTERS, '?') } : {}),
          ...(call.acceptsProgress ? { [PROGRESS_HEADER]: 'lines' } : {}),
          ...(contentType ? { 'content-type': contentType } : {}),
          ...(contentLength === null ? {} : { 'content-length': String(contentLength) }),
        },
      });
      // A working upstream sends progress lines during a long call. An upstream that does not begin to answer
      // counts as down after this time without traffic.
      request.setTimeout(this.timeoutMs, () => request.destroy(new UpstreamError('timedOut', null)));
      request.once('response', (response) => {
        request.setTimeout(0);
        // An upstream that refuses the call early stops reading the payload, so the rest of the payload is
        // not sent.
        response.once('end', () => request.writableFinished || request.destroy());
        resolve(response);
      });
      request.once('error', reject);
      // `pipeline` is not used here: after an error it would close the caller's connection before the caller
      // gets an answer.
      payload.once('error', (error) => request.destroy(error));
      payload.pipe(request);
      // The rest of the payload is discarded, so that the caller's connection stays usable.
      request.once('close', () => payload.unpipe(request).resume());
    });
  }

  private getCipher(call: SenderAndLang): Promise<ParamCipher> {
    const cachedCipher = this.cipher;
    if (cachedCipher) return cachedCipher;
    const cipherPromise = this.fetchCipher(call);
    this.cipher = cipherPromise;
    cipherPromise.catch(() => {
      if (this.cipher === cipherPromise) this.cipher = null;
    });
    return cipherPromise;
  }

  private async fetchCipher(call: SenderAndLang): Promise<ParamCipher> {
    const { form } = buildCallForm({}, { token: null, lang: call.lang });
    const { body } = await this.post(UPSTREAM_PUBLIC_KEY_PATH, form, {}, call);
    const { id, publicKey } = ((body as { data?: unknown } | null)?.data ?? {}) as {
      id?: unknown;
      publicKey?: unknown;
    };
    if (typeof id !== 'string' || typeof publicKey !== 'string')
      throw new UpstreamError('requestFailed', body);
    return makeUpstreamCipher(id, publicKey);
  }

  private sendEncrypted(call: BackendCall, cipher: ParamCipher): Promise<Reply> {
    const { token } = call.sender;
    const { form, requestParams } = buildCallForm(call.fields, {
      token,
      lang: call.lang,
      ...(call.requestId ? { requestId: call.requestId } : {}),
    });
    return this.post(call.path, form, { [PARAMS_HEADER]: buildParamHeader(requestParams, cipher) }, call);
  }

  private async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string>,
    { sender }: SenderAndLang,
    timeoutMs = this.timeoutMs,
  ): Promise<Reply> {
    const timeoutSignal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { ...headers, ...makeSenderHeaders(sender) },
        redirect: 'error',
        signal: timeoutSignal,
      });
      this.updateClockOffset(response.headers.get('date'));
      return { status: response.status, body: (await response.json()) as unknown };
    } catch (error) {
      throw new UpstreamError(timeoutSignal.aborted ? 'timedOut' : 'requestFailed', error);
    }
  }

  private updateClockOffset(date: string | null): void {
    const upstreamTime = Date.parse(date ?? '');
    if (!Number.isNaN(upstreamTime)) this.clockOffsetMs = upstreamTime - Date.now();
  }
}
