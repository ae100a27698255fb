import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PairingAnswer, WallAnswer } from '#shared/answers/boards/wall.ts';
import { encodeUser, type UserAnswer } from '#shared/kernel/user-answer.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { ToastList } from '#client/kit/messages/toast-list.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { PairedWall } from '#boards/screens/paired/paired-wall.tsx';
import { makeBoard } from '#tests/support/board-maker.ts';
import {
  makeRefusedReply,
  makeServerKeyPair,
  makeSuccessReply,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 20 });
const translate = (key: Parameters<typeof translateTerm>[1]) => translateTerm('zh_CN', key);

const SCREEN_USER: UserAnswer = encodeUser({
  accountId: 5,
  kind: 'screen',
  employeeId: null,
  factoryId: 1,
  factoryCode: 'F',
  factoryName: '一厂',
  zone: 'Asia/Shanghai',
  code: '',
  name: '东墙',
  customerId: null,
  supplierId: null,
  homeFactoryId: null,
  language: null,
  permissions: [],
  mustChangePassword: false,
  workGroupId: null,
  terminal: null,
  screen: { id: 3, shown: 'one' },
  sources: [],
});
const makeWall = (overrides: Partial<WallAnswer> = {}): WallAnswer => ({
  user: SCREEN_USER,
  pictures: [
    {
      preset: 'mainHall',
      board: { id: 7, name: '二车间', content: JSON.stringify(makeBoard([])) },
      seconds: 60,
    },
  ],
  callPicture: null,
  dimLevel: 0,
  shifts: null,
  ...overrides,
});

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
/** Makes the server's answer to a pairing call, which may contain the token of the browser. */
let makePairingAnswer: (token: string | undefined) => PairingAnswer;
let makeWallReply: () => ReturnType<typeof makeSuccessReply>;

const renderWall = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <PairedWall />
        </MemoryRouter>
        <ToastList />
      </QueryClientProvider>,
    ),
  );
const signInAsScreen = () =>
  session.signIn({
    validateKey: 'device',
    user: { ...SCREEN_USER, permissions: [], factoryPermissions: [] } as never,
    remembered: true,
  });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  queryClient.clear();
  localStorage.clear();
  session.clear();
  sentCalls = stubFetch((call) => {
    if (call.path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    return call.path === '/mes/wall/pairing'
      ? makeSuccessReply(makePairingAnswer(call.form['token']))
      : makeWallReply();
  });
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  session.clear();
  vi.unstubAllGlobals();
});

it('an unpaired browser shows its code, keeps asking with its token, and becomes the screen when it is paired', async () => {
  let isConfirmed = false;
  makePairingAnswer = (token) =>
    token === 'device' && isConfirmed
      ? { code: null, user: SCREEN_USER }
      : {
          code: 'CDFHJKLM',
          expiresAt: '2026-03-02T08:10:00.000Z',
          token: token === undefined ? 'device' : null,
          user: null,
        };
  makeWallReply = () => makeSuccessReply(makeWall());
  await renderWall();
  await waitUntil(() => expect(host.querySelector('.pairing-code')?.textContent).toBe('CDFHJKLM'));
  expect(host.querySelector('.qr-code')).not.toBeNull();
  isConfirmed = true;
  await waitUntil(() => expect(host.querySelector('.wall-name small')?.textContent).toBe('二车间'));
  expect(session.current).toMatchObject({ validateKey: 'device', user: { kind: 'screen', name: '东墙' } });
  const tokens = sentCalls
    .filter(({ path }) => path.startsWith('/mes/wall'))
    .map(({ form }) => form['token']);
  expect(tokens[0]).toBeUndefined();
  expect(new Set(tokens.slice(1))).toEqual(new Set(['device']));
  expect(localStorage.getItem('mes.wallPairing')).toBeNull();
});

it('a revoked screen shows a new code, but no message, because nobody could close it', async () => {
  signInAsScreen();
  makePairingAnswer = () => ({
    code: 'NPRTVWXY',
    expiresAt: '2026-03-02T08:10:00.000Z',
    token: 'next',
    user: null,
  });
  makeWallReply = () => makeRefusedReply(401, { code: 'notSignedIn', flag: 'LOGIN_VALIDATE' });
  await renderWall();
  await waitUntil(() => expect(host.querySelector('.pairing-code')?.textContent).toBe('NPRTVWXY'));
  expect(document.body.textContent).not.toContain('refused');
  expect(session.current).toBeNull();
});

it('a screen is dimmed outside shifts only', async () => {
  signInAsScreen();
  const now = Date.now();
  const makeShift = (fromMs: number, toMs: number) => ({
    startsAt: new Date(now + fromMs).toISOString(),
    endsAt: new Date(now + toMs).toISOString(),
  });
  makeWallReply = () => makeSuccessReply(makeWall({ dimLevel: 70, shifts: [makeShift(60_000, 120_000)] }));
  await renderWall();
  await waitUntil(() => expect(host.querySelector<HTMLElement>('.wall-dimmed')?.style.opacity).toBe('0.7'));
  makeWallReply = () => makeSuccessReply(makeWall({ dimLevel: 70, shifts: [makeShift(-60_000, 120_000)] }));
  await act(async () => queryClient.invalidateQueries());
  await waitUntil(() => expect(host.querySelector('.wall-dimmed')).toBeNull());
});

it('a screen keeps its picture while the server is away', async () => {
  signInAsScreen();
  makeWallReply = () => makeSuccessReply(makeWall());
  await renderWall();
  await waitUntil(() => expect(host.querySelector('.wall-name small')?.textContent).toBe('二车间'));
  makeWallReply = () => makeRefusedReply(503, { code: 'databaseAway' });
  await act(async () => queryClient.invalidateQueries());
  await waitUntil(() =>
    expect(sentCalls.filter(({ path }) => path === '/mes/wall/shown').length).toBeGreaterThan(1),
  );
  expect(host.querySelector('.wall-name small')?.textContent).toBe('二车间');
  expect(host.textContent).not.toContain(translate('wallWaits'));
});
