import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { DEFAULT_LANG, type Lang } from '#shared/kernel/lang.ts';
import {
  buildCallForm,
  buildParamHeader,
  PARAMS_HEADER,
  type Answer,
  type CurrentUser,
  type ParamCipher,
} from '#shared/kernel/wire.ts';

/** The error of a call that the MES refused. `fields` has a message for each invalid field. */
export class WireRefusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly params: Record<string, string | number | null>;
  readonly fields: Record<string, string>;

  constructor(path: string, status: number, body: Extract<Answer, { success: false }>) {
    super(`${path}: ${body.message} (${body.code})${body.fields ? ` ${JSON.stringify(body.fields)}` : ''}`);
    this.name = 'WireRefusal';
    this.status = status;
    this.code = body.code as ErrorCode;
    this.params = body.params ?? {};
    this.fields = body.fields ?? {};
  }
}

/** The HTTP status and the parsed body of a response. */
export interface WireReply {
  status: number;
  body: unknown;
}

export interface LoginCredentials {
  factoryCode: string;
  employeeCode: string;
  password: string;
  /**
   * The id of the verification code, and the code itself. They are given only if the server requires a code.
   */
  codeId?: string;
  code?: string;
}

/** The public key of a server, as `/mes/login/key` returns it. */
interface WireKey {
  id: string;
  publicKey: string;
}

function createCipher({ id, publicKey }: WireKey): ParamCipher {
  const key = createPublicKey(publicKey);
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    keyId: id,
    encrypt: (block) => publicEncrypt({ key, ...padding }, Buffer.from(block, 'latin1')).toString('base64'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    makeNonce: () => randomBytes(8).toString('hex'),
  };
}

/** The timeout of a call, in milliseconds. */
const CALL_TIMEOUT_MS = 120_000;

/** A client of the public API of an MES. Its calls have the same form as the calls of the browser client. */
export class WireClient {
  readonly url: string;
  /** The session token; null before the login. */
  token: string | null = null;
  lang: Lang = DEFAULT_LANG;
  private cipher: Promise<ParamCipher> | null = null;

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '');
  }

  /**
   * Sends a form without adding fields or the parameter header.
   * @throws TypeError if the server cannot be reached or does not answer with JSON, DOMException if it does not
   * answer in time
   */
  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<WireReply> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      // A proxy may answer with HTML while the server restarts.
      throw new TypeError(`${path} answered ${response.status} and no JSON: ${text.slice(0, 200)}`);
    }
  }

  /**
   * Returns the cipher of the parameter header. The first call requests the public key from the
   * server.
   */
  loadCipher(): Promise<ParamCipher> {
    this.cipher ??= this.post('/mes/login/key', {})
      .then(({ body }) => createCipher((body as { data: WireKey }).data))
      .catch((error: unknown) => {
        this.cipher = null;
        throw error;
      });
    return this.cipher;
  }

  /** Makes one call and returns the reply, even if it is a refusal. */
  async send(path: string, fields: Record<string, unknown>, requestId?: string): Promise<WireReply> {
    const { form, requestParams } = buildCallForm(fields, {
      token: this.token,
      lang: this.lang,
      ...(requestId ? { requestId } : {}),
    });
    return this.post(path, form, {
      [PARAMS_HEADER]: buildParamHeader(requestParams, await this.loadCipher()),
    });
  }

  /**
   * Makes one call.
   * @returns the `data` of the answer; for a reference list, the array of its rows
   * @throws WireRefusal if the MES refuses the call; the errors of `post`
   */
  async call<T>(path: string, fields: Record<string, unknown>, requestId?: string): Promise<T> {
    let reply = await this.send(path, fields, requestId);
    if (isRefusal(reply.body) && reply.body.code === 'paramCheckFailed') {
      // The server may have a new key. The client requests it and tries once more.
      this.cipher = null;
      reply = await this.send(path, fields, requestId);
    }
    if (Array.isArray(reply.body)) return reply.body as T;
    const answer = reply.body as Answer<T>;
    if (answer.success) return answer.data;
    throw new WireRefusal(path, reply.status, answer);
  }

  /**
   * Logs in. Later calls are made in the new session.
   * @throws WireRefusal if the MES refuses the login
   */
  async logIn(login: LoginCredentials): Promise<CurrentUser> {
    this.token = null;
    const { validateKey, user } = await this.call<{ validateKey: string; user: AnyUserAnswer }>(
      '/mes/login/login',
      { ...login },
    );
    this.token = validateKey;
    return decodeUser(user);
  }
}

const isRefusal = (body: unknown): body is Extract<Answer, { success: false }> =>
  typeof body === 'object' && body !== null && (body as { success?: unknown }).success === false;
