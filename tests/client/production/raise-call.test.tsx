import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import {
  makeSuccessReply,
  makeRefusedReply,
  makeServerKeyPair,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const RAISE_PATH = '/mes/andon/raise';
const CALL_TYPES = [
  { id: 7, label: '刀具破损' },
  { id: 8, label: '缺料' },
];
const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

let root: Root;
let rootElement: HTMLElement;
let closeHandler: Mock<() => void>;

/** Opens the dialog that raises a call for help at a lathe, as the order page and the terminal do. */
async function openDialog(
  answer: (call: SentCall, count: number) => ReturnType<typeof makeSuccessReply>,
  workerToken?: string,
) {
  vi.resetModules();
  const [{ RaiseCallDialog }, { session }, { setUpWords }] = await Promise.all([
    import('#client/production/calls/raise-call.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const sentCalls = stubFetch((call, count) => {
    if (call.path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    return call.path === RAISE_PATH ? answer(call, count) : { body: CALL_TYPES };
  });
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <RaiseCallDialog
        place={{ deviceId: 3, processId: 5, name: '数控车床 3#' }}
        {...(workerToken ? { workerToken } : {})}
        onClose={closeHandler}
      />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(findButton('缺料')).toBeDefined());
  return () => sentCalls.filter((call) => call.path === RAISE_PATH);
}
const findButton = (textEnd: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent.trim().endsWith(textEnd));
const readAlert = () => document.querySelector('[role="alert"]')?.textContent;

beforeEach(() => {
  closeHandler = vi.fn<() => void>();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('one touch on the type raises the call, with its place', async () => {
  const readRaiseCalls = await openDialog(() => makeSuccessReply({ id: 1, code: 'A261121-01' }));
  findButton('刀具破损')!.click();
  await waitUntil(() => expect(closeHandler).toHaveBeenCalledOnce());
  expect(readRaiseCalls()).toHaveLength(1);
  expect(readRaiseCalls()[0]!.form).toMatchObject({
    typeId: '7',
    stops: 'false',
    deviceId: '3',
    processId: '5',
  });
  expect(readRaiseCalls()[0]!.form['requestId']).toMatch(/^[0-9a-f-]{36}$/);
});

it('reports that the work has stopped if the user selects this first', async () => {
  const readRaiseCalls = await openDialog(() => makeSuccessReply({ id: 1, code: 'A261121-01' }));
  findButton('已停机')!.click();
  await waitUntil(() => expect(findButton('已停机')!.getAttribute('aria-pressed')).toBe('true'));
  findButton('缺料')!.click();
  await waitUntil(() => expect(closeHandler).toHaveBeenCalledOnce());
  expect(readRaiseCalls()[0]!.form).toMatchObject({ typeId: '8', stops: 'true' });
});

it('two presses raise one call', async () => {
  const readRaiseCalls = await openDialog(() => makeSuccessReply({ id: 1, code: 'A261121-01' }));
  const button = findButton('缺料')!;
  button.click();
  button.click();
  await waitUntil(() => expect(closeHandler).toHaveBeenCalledOnce());
  expect(readRaiseCalls()).toHaveLength(1);
});

it('the dialog shows why the call was refused, and stays open', async () => {
  await openDialog(() => makeRefusedReply(409, { code: 'callAlreadyOpen', message: '王磊 已呼叫过' }));
  findButton('缺料')!.click();
  await waitUntil(() => expect(readAlert()).toBe('王磊 已呼叫过'));
  expect(closeHandler).not.toHaveBeenCalled();
});

it('after a lost connection the call is sent again with the same request id', async () => {
  const readRaiseCalls = await openDialog((_, count) =>
    count === 1 ? (new TypeError('no line') as never) : makeSuccessReply({ id: 1, code: 'A261121-01' }),
  );
  findButton('缺料')!.click();
  await waitUntil(() => expect(readRaiseCalls()).toHaveLength(1));
  await waitUntil(() => expect(findButton('缺料')!.disabled).toBe(false));
  findButton('缺料')!.click();
  await waitUntil(() => expect(closeHandler).toHaveBeenCalledOnce());
  expect(readRaiseCalls()[1]!.form['requestId']).toBe(readRaiseCalls()[0]!.form['requestId']);
});

it('at a terminal the identified person raises the call, not the terminal', async () => {
  const readRaiseCalls = await openDialog(
    () => makeSuccessReply({ id: 1, code: 'A261121-01' }),
    'token-of-wang',
  );
  findButton('缺料')!.click();
  await waitUntil(() => expect(closeHandler).toHaveBeenCalledOnce());
  expect(readRaiseCalls()[0]!.form['token']).toBe('token-of-wang');
});
