import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type * as Api from '#client/kit/wire/call.ts';
import type * as CallErrors from '#client/kit/wire/call-error.ts';
import type * as Sessions from '#client/kit/wire/session.ts';
import type * as Toasts from '#client/kit/messages/toasts.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import {
  makeSuccessReply,
  isHeaderValid,
  makeRefusedReply,
  makeServerKeyPair,
  stubFetch,
} from './wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const nextServerKeyPair = makeServerKeyPair('k2');
const makeKeyReply = (keyPair = serverKeyPair) =>
  makeSuccessReply({ id: keyPair.id, publicKey: keyPair.publicKey });
const testUser = { permissions: ['WORK_ORDER'], mustChangePassword: false } as CurrentUser;

let api: typeof Api;
let session: (typeof Sessions)['session'];
let toasts: typeof Toasts;
let CallError: (typeof CallErrors)['CallError'];
let readToasts: () => string[];

beforeAll(() => localStorage.clear());
beforeEach(async () => {
  sessionStorage.clear();
  // Loads the modules anew, so that no key, session or message of the previous test remains.
  vi.resetModules();
  const { setUpWords } = await import('#client/kit/words/t.ts');
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  api = await import('#client/kit/wire/call.ts');
  ({ session } = await import('#client/kit/wire/session.ts'));
  ({ CallError } = await import('#client/kit/wire/call-error.ts'));
  toasts = await import('#client/kit/messages/toasts.ts');
  readToasts = () => toasts.getShownToasts().map((toast) => toast.text);
  session.signIn({ validateKey: 'token-1', user: testUser, remembered: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const catchCallError = async (promise: Promise<unknown>): Promise<InstanceType<typeof CallError>> => {
  const error = await promise.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

describe('a call on the wire', () => {
  it('carries its fields, token, lang and a copy that the header proves', async () => {
    const sentCalls = stubFetch(({ path }) =>
      path === '/mes/login/key' ? makeKeyReply() : makeSuccessReply({ rows: [], total: 0 }),
    );
    expect(
      await api.call('/mes/order/page', { filter: { state: ['draft'] }, limit: 50, search: '轴&%' }),
    ).toEqual({ rows: [], total: 0 });
    const call = sentCalls.at(-1)!;
    expect(call.form).toMatchObject({
      filter: '{"state":["draft"]}',
      limit: '50',
      search: '轴&%',
      token: 'token-1',
      lang: 'zh_CN',
    });
    expect(call.form['requestId']).toBeUndefined();
    expect(JSON.parse(call.form['requestParams']!)).toEqual({
      filter: '{"state":["draft"]}',
      limit: '50',
      search: '轴&%',
      token: 'token-1',
      lang: 'zh_CN',
    });
    expect(isHeaderValid(call, serverKeyPair)).toBe(true);
  });

  it('proves a long form by its digest', async () => {
    const sentCalls = stubFetch(({ path }) =>
      path === '/mes/login/key' ? makeKeyReply() : makeSuccessReply(null),
    );
    await api.send('/mes/order/save', { remark: '字'.repeat(500) });
    expect(isHeaderValid(sentCalls.at(-1)!, serverKeyPair)).toBe(true);
    expect(
      isHeaderValid(
        { ...sentCalls.at(-1)!, form: { ...sentCalls.at(-1)!.form, requestParams: '{}' } },
        serverKeyPair,
      ),
    ).toBe(false);
  });

  it('fetches the key once, and that call goes without the header', async () => {
    const sentCalls = stubFetch(({ path }) =>
      path === '/mes/login/key' ? makeKeyReply() : makeSuccessReply(1),
    );
    await Promise.all([api.call('/mes/a'), api.call('/mes/b')]);
    await api.call('/mes/c');
    const keyCalls = sentCalls.filter((call) => call.path === '/mes/login/key');
    expect(keyCalls).toHaveLength(1);
    expect(keyCalls[0]!.headers['x-request-params']).toBeUndefined();
  });

  it('renews a key that the server no longer knows, and tries once more with the same request id', async () => {
    let currentKeyPair = serverKeyPair;
    const sentCalls = stubFetch((call, count) => {
      if (call.path === '/mes/login/key') {
        const reply = makeKeyReply(currentKeyPair);
        currentKeyPair = nextServerKeyPair;
        return reply;
      }
      return count === 1
        ? makeRefusedReply(400, { flag: 'PARAM_VALIDATE', code: 'paramCheckFailed' })
        : makeSuccessReply('done');
    });
    expect(await api.send('/mes/report/start', { processId: 7, quantity: 1 })).toBe('done');
    const attempts = sentCalls.filter((call) => call.path === '/mes/report/start');
    expect(
      attempts.map((call) => isHeaderValid(call, call === attempts[0] ? serverKeyPair : nextServerKeyPair)),
    ).toEqual([true, true]);
    expect(attempts[0]!.form['requestId']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(attempts[1]!.form['requestId']).toBe(attempts[0]!.form['requestId']);
    expect(readToasts()).toEqual([]);
  });

  it('takes the bare array of a reference list', async () => {
    stubFetch(({ path }) => (path === '/mes/login/key' ? makeKeyReply() : { body: [{ id: 1, label: 'A' }] }));
    expect(await api.call('/mes/user/user/list')).toEqual([{ id: 1, label: 'A' }]);
  });

  it('sends a file with its time and token in headers, and once more with the server’s time', async () => {
    const serverNow = Date.now() + 3_600_000;
    const sentCalls = stubFetch((_call, count) =>
      count === 1
        ? makeRefusedReply(400, {
            flag: 'PARAM_VALIDATE',
            code: 'clockOff',
            params: { now: new Date(serverNow).toISOString() },
          })
        : makeSuccessReply({ id: 9 }),
    );
    expect(await api.upload('/mes/file/upload', new File(['x'], 'a.png'))).toEqual({ id: 9 });
    expect(sentCalls).toHaveLength(2);
    expect(sentCalls[1]!.headers['x-token']).toBe('token-1');
    expect(Math.abs(Number(sentCalls[1]!.headers['x-timestamp']) - serverNow)).toBeLessThan(5000);
    expect(readToasts()).toEqual([]);
  });
});

describe('when a call fails', () => {
  const stubFailure = (reply: ReturnType<typeof makeRefusedReply>) =>
    stubFetch(({ path }) => (path === '/mes/login/key' ? makeKeyReply() : reply));

  it('shows a message for exactly 3000 ms', async () => {
    stubFailure(makeRefusedReply(422, { message: '没有成功' }));
    await api.call('/mes/warm').catch(() => undefined);
    toasts.getShownToasts().forEach((toast) => toasts.closeToast(toast.id));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await catchCallError(api.call('/mes/a'));
    expect(readToasts()).toEqual(['没有成功']);
    vi.advanceTimersByTime(2999);
    expect(readToasts()).toEqual(['没有成功']);
    vi.advanceTimersByTime(1);
    expect(readToasts()).toEqual([]);
  });

  it('shows the same message only once, and the user can close it earlier', async () => {
    stubFailure(makeRefusedReply(422, { message: '没有成功' }));
    await Promise.allSettled([api.call('/mes/a'), api.call('/mes/b')]);
    expect(readToasts()).toEqual(['没有成功']);
    toasts.closeToast(toasts.getShownToasts()[0]!.id);
    expect(readToasts()).toEqual([]);
  });

  it('signs the user out if the session is no longer valid', async () => {
    stubFailure(
      makeRefusedReply(401, { flag: 'LOGIN_VALIDATE', code: 'notSignedIn', message: '请登录后重试' }),
    );
    await catchCallError(api.call('/mes/order/page'));
    expect(session.current).toBeNull();
    expect(sessionStorage.getItem('mes.loginUser')).toBeNull();
    expect(readToasts()).toEqual(['请登录后重试']);
  });

  it('hands a missing permission to the caller, who stays signed in', async () => {
    stubFailure(
      makeRefusedReply(403, { flag: 'PERMISSION_VALIDATE', code: 'noPermission', message: '没有权限' }),
    );
    const error = await catchCallError(api.call('/mes/order/page'));
    expect(error).toMatchObject({
      flag: 'PERMISSION_VALIDATE',
      code: 'noPermission',
      message: '没有权限',
      status: 403,
    });
    expect(session.current?.validateKey).toBe('token-1');
    expect(readToasts()).toEqual(['没有权限']);
  });

  it('redirects to the password change if the server requires it first', async () => {
    stubFailure(makeRefusedReply(403, { flag: 'PERMISSION_VALIDATE', code: 'mustChangePassword' }));
    await catchCallError(api.call('/mes/order/page'));
    expect(session.visitor.mustChangePassword).toBe(true);
  });

  it('does not repeat a failed parameter check with the same key', async () => {
    const sentCalls = stubFailure(
      makeRefusedReply(400, { flag: 'PARAM_VALIDATE', code: 'paramCheckFailed', message: '参数校验失败' }),
    );
    await catchCallError(api.call('/mes/order/page'));
    expect(sentCalls.filter((call) => call.path === '/mes/order/page')).toHaveLength(1);
    expect(readToasts()).toEqual(['参数校验失败']);
  });

  it('shows no toast if the caller shows the error elsewhere', async () => {
    stubFailure(makeRefusedReply(409, { code: 'stale' }));
    await catchCallError(api.send('/mes/order/save', {}, { codesShownElsewhere: ['stale'] }));
    expect(readToasts()).toEqual([]);
  });

  it('reports a failed request if no answer arrives, or an answer of a proxy', async () => {
    stubFetch(({ path }) => (path === '/mes/login/key' ? makeKeyReply() : new TypeError('Failed to fetch')));
    expect((await catchCallError(api.call('/mes/a'))).code).toBe('requestFailed');
    expect(readToasts()).toEqual(['数据请求出错，请刷新重试']);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    stubFetch(({ path }) =>
      path === '/mes/login/key' ? makeKeyReply() : { status: 502, body: '<html>Bad gateway</html>' },
    );
    expect((await catchCallError(api.call('/mes/a'))).code).toBe('requestFailed');
  });

  it('reports a timeout if no answer comes', async () => {
    const timeoutController = new AbortController();
    timeoutController.abort();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal);
    stubFetch(() => new DOMException('aborted', 'AbortError'));
    const error = await catchCallError(api.call('/mes/a'));
    expect(error).toMatchObject({ flag: 'TIME_OUT', code: 'timedOut' });
    expect(readToasts()).toEqual(['连接超时，请重试']);
  });

  it('does not sign out the next user because of an answer to the previous user', async () => {
    let releaseReply = (): void => undefined;
    const releasePromise = new Promise<void>((resolve) => (releaseReply = resolve));
    stubFetch(async ({ path }) => {
      if (path === '/mes/login/key') return makeKeyReply();
      await releasePromise;
      return makeRefusedReply(401, { flag: 'LOGIN_VALIDATE', code: 'notSignedIn' });
    });
    const errorPromise = catchCallError(api.call('/mes/order/page'));
    await vi.waitFor(() => expect(session.current).not.toBeNull());
    session.signIn({ validateKey: 'token-2', user: testUser, remembered: false });
    releaseReply();
    await errorPromise;
    expect(session.current?.validateKey).toBe('token-2');
    expect(readToasts()).toEqual([]);
  });
});
