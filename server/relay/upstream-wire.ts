import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { callForm, paramHeader, PARAMS_HEADER, type ParamCipher } from '#shared/kernel/wire.ts';
import { errorMessage } from '#shared/terms/error-message.ts';
import type { BackendCall, Reply } from '../call/backend.ts';
import { upstreamCipher } from './upstream-cipher.ts';

const KEY_PATH = '/mes/login/key';
/** What a header cannot carry. */
const NOT_ASCII = /[^\x20-\x7e]/g;

/** An answer of our own where the upstream gave none. */
const ownReply = (lang: Lang, code: ErrorCode): Reply => ({
  status: ERRORS[code].status,
  body: { success: false, flag: ERRORS[code].flag, code, message: errorMessage(lang, code) },
});

/** The upstream did not answer, or not in time. */
class Silence extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Whether an answer may be due to a key that the upstream has retired. */
const isKeyDoubt = (reply: Reply): boolean =>
  (reply.body as { code?: unknown } | null)?.code === 'paramCheckFailed';

/** The wire of the specification, spoken as a client: key, parameter header, form. */
export class UpstreamWire {
  private readonly base: string;
  private readonly timeoutMs: number;
  private cipher: Promise<ParamCipher> | null = null;

  constructor(url: string, timeoutMs: number) {
    this.base = url.replace(/\/+$/, '');
    this.timeoutMs = timeoutMs;
  }

  /** Passes a call on; what goes wrong on the way is an answer too. */
  async send(call: BackendCall): Promise<Reply> {
    try {
      const used = await this.key(call);
      const reply = await this.seal(call, used);
      if (!isKeyDoubt(reply)) return reply;
      // The upstream does not say why; after a rotation it no longer knows our key. Once with a new one.
      this.cipher = null;
      const renewed = await this.key(call);
      return renewed.keyId === used.keyId ? reply : await this.seal(call, renewed);
    } catch (error) {
      if (error instanceof Silence) return ownReply(call.lang, error.code);
      return ownReply(call.lang, 'requestFailed');
    }
  }

  private key(call: BackendCall): Promise<ParamCipher> {
    const known = this.cipher;
    if (known) return known;
    const fetched = this.fetchKey(call);
    this.cipher = fetched;
    fetched.catch(() => {
      if (this.cipher === fetched) this.cipher = null;
    });
    return fetched;
  }

  private async fetchKey(call: BackendCall): Promise<ParamCipher> {
    const { form } = callForm({}, { token: null, lang: call.lang });
    const { body } = await this.post(KEY_PATH, form, {}, call);
    const { id, publicKey } = ((body as { data?: unknown } | null)?.data ?? {}) as {
      id?: unknown;
      publicKey?: unknown;
    };
    if (typeof id !== 'string' || typeof publicKey !== 'string') throw new Silence('requestFailed', body);
    return upstreamCipher(id, publicKey);
  }

  private seal(call: BackendCall, cipher: ParamCipher): Promise<Reply> {
    const { token } = call.origin;
    const { form, requestParams } = callForm(call.fields, {
      token,
      lang: call.lang,
      ...(call.requestId ? { requestId: call.requestId } : {}),
    });
    return this.post(call.path, form, { [PARAMS_HEADER]: paramHeader(requestParams, cipher) }, call);
  }

  private async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string>,
    { origin }: BackendCall,
  ): Promise<Reply> {
    const patience = AbortSignal.timeout(this.timeoutMs);
    try {
      const response = await fetch(`${this.base}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: {
          ...headers,
          ...(origin.ip ? { 'x-forwarded-for': origin.ip } : {}),
          ...(origin.agent ? { 'user-agent': origin.agent.replace(NOT_ASCII, '?') } : {}),
        },
        redirect: 'error',
        signal: patience,
      });
      return { status: response.status, body: (await response.json()) as unknown };
    } catch (error) {
      throw new Silence(patience.aborted ? 'timedOut' : 'requestFailed', error);
    }
  }
}
