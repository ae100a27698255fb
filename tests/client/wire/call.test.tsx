import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type * as Api from '#client/kit/wire/call.ts';
import type * as CallErrors from '#client/kit/wire/call-error.ts';
import type * as Sessions from '#client/kit/wire/session.ts';
import type * as Toasts from '#client/kit/messages/toasts.ts';
import { wordsOf } from '#client/words-plugin.ts';
import { good, isHeaderValid, refusal, serverKey, stubWire } from './wire-stub.ts';

const key = serverKey('k1');
const nextKey = serverKey('k2');
const answerKey = (one = key) => good({ id: one.id, publicKey: one.publicKey });
const user = { permissions: ['WORK_ORDER'], mustChangePassword: false } as CurrentUser;

let api: typeof Api;
let session: (typeof Sessions)['session'];
let toasts: typeof Toasts;
let CallError: (typeof CallErrors)['CallError'];
let shown: () => string[];

beforeAll(() => localStorage.clear());
beforeEach(async () => {
  sessionStorage.clear();
  // Each test begins with a freshly loaded page, without a key, a session or a message.
  vi.resetModules();
  const { setUpWords } = await import('#client/kit/words/t.ts');
  await setUpWords(async (lang) => wordsOf(lang));
  api = await import('#client/kit/wire/call.ts');
  ({ session } = await import('#client/kit/wire/session.ts'));
  ({ CallError } = await import('#client/kit/wire/call-error.ts'));
  toasts = await import('#client/kit/messages/toasts.ts');
  shown = () => toasts.shownToasts().map((toast) => toast.text);
  session.signIn({ validateKey: 'token-1', user, remembered: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const failureOf = async (run: Promise<unknown>): Promise<InstanceType<typeof CallError>> => {
  const error = await run.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

describe('a call on the wire', () => {
  it('carries its fields, token, lang and a copy that the header proves', async () => {
    const sent = stubWire(({ path }) =>
      path === '/mes/login/key' ? answerKey() : good({ rows: [], total: 0 }),
    );
    expect(
      await api.call('/mes/order/page', { filter: { state: ['draft'] }, limit: 50, search: '轴&%' }),
    ).toEqual({ rows: [], total: 0 });
    const call = sent.at(-1)!;
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
    expect(isHeaderValid(call, key)).toBe(true);
  });

  it('proves a long form by its digest', async () => {
    const sent = stubWire(({ path }) => (path === '/mes/login/key' ? answerKey() : good(null)));
    await api.send('/mes/order/save', { remark: '字'.repeat(500) });
    expect(isHeaderValid(sent.at(-1)!, key)).toBe(true);
    expect(isHeaderValid({ ...sent.at(-1)!, form: { ...sent.at(-1)!.form, requestParams: '{}' } }, key)).toBe(
      false,
    );
  });

  it('fetches the key once, and that call goes without the header', async () => {
    const sent = stubWire(({ path }) => (path === '/mes/login/key' ? answerKey() : good(1)));
    await Promise.all([api.call('/mes/a'), api.call('/mes/b')]);
    await api.call('/mes/c');
    const keys = sent.filter((one) => one.path === '/mes/login/key');
    expect(keys).toHaveLength(1);
    expect(keys[0]!.headers['x-request-params']).toBeUndefined();
  });

  it('renews a key that the server no longer knows, and tries once more with the same request id', async () => {
    let now = key;
    const sent = stubWire((call, count) => {
      if (call.path === '/mes/login/key') {
        const answered = answerKey(now);
        now = nextKey;
        return answered;
      }
      return count === 1 ? refusal(400, { flag: 'PARAM_VALIDATE', code: 'paramCheckFailed' }) : good('done');
    });
    expect(await api.send('/mes/report/start', { processId: 7, quantity: 1 })).toBe('done');
    const tries = sent.filter((one) => one.path === '/mes/report/start');
    expect(tries.map((one) => isHeaderValid(one, one === tries[0] ? key : nextKey))).toEqual([true, true]);
    expect(tries[0]!.form['requestId']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(tries[1]!.form['requestId']).toBe(tries[0]!.form['requestId']);
    expect(shown()).toEqual([]);
  });

  it('takes the bare array of a reference list', async () => {
    stubWire(({ path }) => (path === '/mes/login/key' ? answerKey() : { body: [{ id: 1, label: 'A' }] }));
    expect(await api.call('/mes/user/user/list')).toEqual([{ id: 1, label: 'A' }]);
  });

  it('sends a file with its time and token in headers, and once more with the server’s time', async () => {
    const serverNow = Date.now() + 3_600_000;
    const sent = stubWire((_call, count) =>
      count === 1
        ? refusal(400, {
            flag: 'PARAM_VALIDATE',
            code: 'clockOff',
            params: { now: new Date(serverNow).toISOString() },
          })
        : good({ id: 9 }),
    );
    expect(await api.upload('/mes/file/upload', new File(['x'], 'a.png'))).toEqual({ id: 9 });
    expect(sent).toHaveLength(2);
    expect(sent[1]!.headers['x-token']).toBe('token-1');
    expect(Math.abs(Number(sent[1]!.headers['x-timestamp']) - serverNow)).toBeLessThan(5000);
    expect(shown()).toEqual([]);
  });
});

describe('when a call fails', () => {
  const fails = (reply: ReturnType<typeof refusal>) =>
    stubWire(({ path }) => (path === '/mes/login/key' ? answerKey() : reply));

  it('shows a message for exactly 3000 ms', async () => {
    fails(refusal(422, { message: '没有成功' }));
    await api.call('/mes/warm').catch(() => undefined);
    toasts.shownToasts().forEach((toast) => toasts.closeToast(toast.id));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await failureOf(api.call('/mes/a'));
    expect(shown()).toEqual(['没有成功']);
    vi.advanceTimersByTime(2999);
    expect(shown()).toEqual(['没有成功']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('can be closed earlier, and shows the same message only once', async () => {
    fails(refusal(422, { message: '没有成功' }));
    await Promise.allSettled([api.call('/mes/a'), api.call('/mes/b')]);
    expect(shown()).toEqual(['没有成功']);
    toasts.closeToast(toasts.shownToasts()[0]!.id);
    expect(shown()).toEqual([]);
  });

  it('signs the user out if the session is no longer valid', async () => {
    fails(refusal(401, { flag: 'LOGIN_VALIDATE', code: 'notSignedIn', message: '请登录后重试' }));
    await failureOf(api.call('/mes/order/page'));
    expect(session.current).toBeNull();
    expect(sessionStorage.getItem('mes.loginUser')).toBeNull();
    expect(shown()).toEqual(['请登录后重试']);
  });

  it('hands a missing permission to the caller, who stays signed in', async () => {
    fails(refusal(403, { flag: 'PERMISSION_VALIDATE', code: 'noPermission', message: '没有权限' }));
    const error = await failureOf(api.call('/mes/order/page'));
    expect(error).toMatchObject({
      flag: 'PERMISSION_VALIDATE',
      code: 'noPermission',
      message: '没有权限',
      status: 403,
    });
    expect(session.current?.validateKey).toBe('token-1');
    expect(shown()).toEqual(['没有权限']);
  });

  it('redirects to the password change if the server requires it first', async () => {
    fails(refusal(403, { flag: 'PERMISSION_VALIDATE', code: 'mustChangePassword' }));
    await failureOf(api.call('/mes/order/page'));
    expect(session.visitor.mustChangePassword).toBe(true);
  });

  it('does not repeat a failed parameter check with the same key', async () => {
    const sent = fails(
      refusal(400, { flag: 'PARAM_VALIDATE', code: 'paramCheckFailed', message: '参数校验失败' }),
    );
    await failureOf(api.call('/mes/order/page'));
    expect(sent.filter((one) => one.path === '/mes/order/page')).toHaveLength(1);
    expect(shown()).toEqual(['参数校验失败']);
  });

  it('leaves the words to a caller who shows them where they belong', async () => {
    fails(refusal(409, { code: 'stale' }));
    await failureOf(api.send('/mes/order/save', {}, { shownElsewhere: ['stale'] }));
    expect(shown()).toEqual([]);
  });

  it('says that the data request failed where nothing arrived, or nothing of ours', async () => {
    stubWire(({ path }) => (path === '/mes/login/key' ? answerKey() : new TypeError('Failed to fetch')));
    expect((await failureOf(api.call('/mes/a'))).code).toBe('requestFailed');
    expect(shown()).toEqual(['数据请求出错，请刷新重试']);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    stubWire(({ path }) =>
      path === '/mes/login/key' ? answerKey() : { status: 502, body: '<html>Bad gateway</html>' },
    );
    expect((await failureOf(api.call('/mes/a'))).code).toBe('requestFailed');
  });

  it('reports a timeout if no answer comes', async () => {
    const over = new AbortController();
    over.abort();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    stubWire(() => new DOMException('aborted', 'AbortError'));
    const error = await failureOf(api.call('/mes/a'));
    expect(error).toMatchObject({ flag: 'TIME_OUT', code: 'timedOut' });
    expect(shown()).toEqual(['连接超时，请重试']);
  });

  it('does not sign out the next person for an answer to the last', async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    stubWire(async ({ path }) => {
      if (path === '/mes/login/key') return answerKey();
      await waiting;
      return refusal(401, { flag: 'LOGIN_VALIDATE', code: 'notSignedIn' });
    });
    const late = failureOf(api.call('/mes/order/page'));
    await vi.waitFor(() => expect(session.current).not.toBeNull());
    session.signIn({ validateKey: 'token-2', user, remembered: false });
    release();
    await late;
    expect(session.current?.validateKey).toBe('token-2');
    expect(shown()).toEqual([]);
  });
});
