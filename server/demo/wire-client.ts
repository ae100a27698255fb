import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG, type Lang } from '#shared/kernel/lang.ts';
import {
  callForm,
  paramHeader,
  PARAMS_HEADER,
  type Answer,
  type CurrentUser,
  type ParamCipher,
} from '#shared/kernel/wire.ts';

/** A call that the MES refused: its code of the catalogue, and what is wrong with which field. */
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

/** What came back: the HTTP status and the parsed body. */
export interface WireReply {
  status: number;
  body: unknown;
}

/** What somebody logs in with. */
export interface Login {
  factoryCode: string;
  employeeCode: string;
  password: string;
  /** The verification code and its picture's id, where the server asks for one. */
  codeId?: string;
  code?: string;
}

/** The public key of a server, as `/mes/login/key` tells it. */
interface WireKey {
  id: string;
  publicKey: string;
}

function cipherOf({ id, publicKey }: WireKey): ParamCipher {
  const key = createPublicKey(publicKey);
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    keyId: id,
    encrypt: (block) => publicEncrypt({ key, ...padding }, Buffer.from(block, 'latin1')).toString('base64'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    nonce: () => randomBytes(8).toString('hex'),
  };
}

/** Longest that a call may take before it counts as failed, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** Calls a MES over its public wire, as a program: with everything that a browser sends. */
export class WireClient {
  readonly url: string;
  /** The session's key; null before the log-in. */
  token: string | null = null;
  lang: Lang = DEFAULT_LANG;
  private cipher: Promise<ParamCipher> | null = null;

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '');
  }

  /**
   * Sends a form as it is.
   * @throws TypeError where the server cannot be reached, or does not answer in time
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      // A proxy between us answers in its own words while the server restarts.
      throw new TypeError(`${path} answered ${response.status} and no JSON: ${text.slice(0, 200)}`);
    }
  }

  /** What encrypts the parameter header; its key is asked for once. */
  sealer(): Promise<ParamCipher> {
    this.cipher ??= this.post('/mes/login/key', {})
      .then(({ body }) => cipherOf((body as { data: WireKey }).data))
      .catch((error: unknown) => {
        this.cipher = null;
        throw error;
      });
    return this.cipher;
  }

  /** Makes one call and gives back whatever is answered. */
  async send(path: string, fields: Record<string, unknown>, requestId?: string): Promise<WireReply> {
    const { form, requestParams } = callForm(fields, {
      token: this.token,
      lang: this.lang,
      ...(requestId ? { requestId } : {}),
    });
    return this.post(path, form, { [PARAMS_HEADER]: paramHeader(requestParams, await this.sealer()) });
  }

  /**
   * Makes one call.
   * @returns its data: what is under `data`, or the bare array of a reference list
   * @throws WireRefusal
   */
  async call<T>(path: string, fields: Record<string, unknown>, requestId?: string): Promise<T> {
    let reply = await this.send(path, fields, requestId);
    if (isRefusal(reply.body) && reply.body.code === 'paramCheckFailed') {
      // The key may have been rotated, or the server set up anew: once more with its present one.
      this.cipher = null;
      reply = await this.send(path, fields, requestId);
    }
    if (Array.isArray(reply.body)) return reply.body as T;
    const answer = reply.body as Answer<T>;
    if (answer.success) return answer.data;
    throw new WireRefusal(path, reply.status, answer);
  }

  /** Logs in; what is called afterwards is called as that person. */
  async logIn(login: Login): Promise<CurrentUser> {
    this.token = null;
    const { validateKey, user } = await this.call<{ validateKey: string; user: CurrentUser }>(
      '/mes/login/login',
      { ...login },
    );
    this.token = validateKey;
    return user;
  }
}

const isRefusal = (body: unknown): body is Extract<Answer, { success: false }> =>
  typeof body === 'object' && body !== null && (body as { success?: unknown }).success === false;
