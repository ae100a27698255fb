import { randomUUID } from 'node:crypto';
import type { Answer, ParamCipher } from '#shared/kernel/wire.ts';
import { buildCallForm, buildParamHeader, PARAMS_HEADER } from '#shared/kernel/wire.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { readConfig } from '#server/config.ts';
import { startServer, type RunningServer } from '#server/start/start-server.ts';
import { makeUpstreamCipher } from '#server/relay/upstream-cipher.ts';
import type { TestDatabase } from './databases.ts';

/** The log-in of the first administrator on test servers. */
export const TEST_ADMIN = { factoryCode: 'TEST', employeeCode: 'admin', password: 'Admin1234' };
/** The solution of every verification picture on a test server. */
export const TEST_VERIFICATION_CODE = 'ACEF';
/** The solution of every spoken verification code on a test server. */
export const TEST_SPOKEN_CODE = '234678';

/** A server in the test process, on its own port. */
export interface TestServer extends RunningServer {
  /** Creates a caller with this IP address who is not logged in. */
  caller: (ip?: string) => Caller;
}

/** Starts a server on a test database. @param settings variables that override the defaults */
export async function startTestServer(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    MES_DATA_DIR: database.dataDir,
    DATABASE_URL: database.url,
    MES_DATABASE_POOL: '5',
    MES_DEMO: 'off',
    // The demonstration must not change data during a test.
    MES_DEMO_SPEED: '0',
    MES_FACTORY_CODE: TEST_ADMIN.factoryCode,
    MES_ADMIN_PASSWORD: TEST_ADMIN.password,
    MES_TRUST_PROXY: '1',
    // The recorder computes sources that no test watches.
    MES_BOARD_RECORDING: 'off',
    MES_LOG_LEVEL: 'error',
    ...settings,
  });
  const server = await startServer(config, {
    makeCode: (isSpoken) => (isSpoken ? TEST_SPOKEN_CODE : TEST_VERIFICATION_CODE),
  });
  return { ...server, caller: (ip = '127.0.0.1') => new Caller(server.url, ip) };
}

/** The HTTP answer to a call. */
export interface WireReply<T = never> {
  status: number;
  headers: Headers;
  body: Answer<T>;
}

/** Changes to a valid call that the server must detect. */
export interface Tampering {
  /** Changes the form after it was signed. */
  form?: (form: URLSearchParams) => void;
  /** Changes the header; null leaves it out. */
  header?: (header: string) => string | null;
  /** Changes the copy of the parameters before it is signed. */
  params?: (copy: Record<string, unknown>) => unknown;
}

/** A client that uses the specification's wire format, as a browser does. */
export class Caller {
  readonly url: string;
  readonly ip: string;
  token: string | null = null;
  lang: Lang = 'en_US';
  private cachedCipher: Promise<ParamCipher> | null = null;

  constructor(url: string, ip: string) {
    this.url = url;
    this.ip = ip;
  }

  /** Returns the cipher of this caller. The key of the cipher is fetched once. */
  getCipher(): Promise<ParamCipher> {
    this.cachedCipher ??= this.post('/mes/login/key', '', {}).then(({ body }) => {
      const { id, publicKey } = (body as { data: { id: string; publicKey: string } }).data;
      return makeUpstreamCipher(id, publicKey);
    });
    return this.cachedCipher;
  }

  /** Calls an endpoint and returns the answer, even a refusal. */
  async ask<T = never>(
    path: string,
    fields: Record<string, unknown> = {},
    requestId?: string,
    tampering: Tampering = {},
  ): Promise<WireReply<T>> {
    const commonFields = { token: this.token, lang: this.lang, ...(requestId ? { requestId } : {}) };
    const { form, requestParams } = buildCallForm(fields, commonFields);
    const paramsCopy = tampering.params
      ? JSON.stringify(tampering.params(JSON.parse(requestParams) as Record<string, unknown>))
      : requestParams;
    const sentForm = new URLSearchParams({ ...form, requestParams: paramsCopy });
    tampering.form?.(sentForm);
    const header = buildParamHeader(paramsCopy, await this.getCipher());
    const sentHeader = tampering.header ? tampering.header(header) : header;
    return this.post(path, sentForm.toString(), sentHeader === null ? {} : { [PARAMS_HEADER]: sentHeader });
  }

  /** Calls an endpoint and returns its data. @throws Error if the call is refused */
  async call<T>(path: string, fields: Record<string, unknown> = {}, requestId?: string): Promise<T> {
    const { body } = await this.ask<T>(path, fields, requestId);
    if (Array.isArray(body)) return body as T;
    if (!body.success)
      throw new Error(`${path}: ${body.code} ${body.message} ${JSON.stringify(body.fields ?? {})}`);
    return body.data;
  }

  /** Calls a writing endpoint with a new request id. */
  send<T>(path: string, fields: Record<string, unknown> = {}): Promise<T> {
    return this.call(path, fields, randomUUID());
  }

  /** Posts a body unchanged. */
  async post<T = never>(path: string, body: string, headers: Record<string, string>): Promise<WireReply<T>> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': this.ip,
        ...headers,
      },
      body,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<T> };
  }

  /** Tries to log in with a new verification code and returns the answer. */
  async tryLogIn(
    credentials: Partial<typeof TEST_ADMIN> & Record<string, unknown> = {},
  ): Promise<WireReply<{ validateKey: string }>> {
    const { id } = await this.call<{ id: string }>('/mes/login/code');
    return this.ask('/mes/login/login', {
      ...TEST_ADMIN,
      codeId: id,
      code: TEST_VERIFICATION_CODE,
      ...credentials,
    });
  }

  /** Logs in; later calls send the session token. */
  async logIn(credentials: Partial<typeof TEST_ADMIN> & Record<string, unknown> = {}): Promise<this> {
    const { body } = await this.tryLogIn(credentials);
    if (!body.success) throw new Error(`Log-in: ${body.code}`);
    this.token = body.data.validateKey;
    return this;
  }
}
