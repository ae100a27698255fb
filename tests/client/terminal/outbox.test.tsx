import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { fillBrowserStorage } from '#tests/support/full-storage.ts';
import {
  makeSuccessReply,
  makeRefusedReply,
  makeServerKeyPair,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const START_PATH = '/mes/report/start';
const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const makeUser = (employeeId: number) =>
  ({ employeeId, name: `P${employeeId}`, permissions: [], workGroupId: null }) as unknown as CurrentUser;
const makeStartCommand = (processId: number, employeeId = 1) => ({
  path: START_PATH,
  fields: { processId, quantity: 1 } as Record<string, unknown>,
  employeeId,
  name: `P${employeeId}`,
  token: `token-${employeeId}`,
  processId,
  at: '2026-11-21T00:00:00.000Z',
  pressed: 'Start 1',
  place: `Turning ${processId}`,
});

/** Loads the page as if the tablet had restarted: only the browser's storage remains. */
async function loadTerminalPage() {
  vi.resetModules();
  const [{ outbox }, { keptReports }, { refusedReports }, { identifiedPeople }, { setUpWords }, { session }] =
    await Promise.all([
      import('#client/features/terminal/outbox.ts'),
      import('#client/features/terminal/offline/kept-reports.ts'),
      import('#client/features/terminal/notices/refused-reports.ts'),
      import('#client/features/terminal/people/identified-people.ts'),
      import('#client/kit/words/t.ts'),
      import('#client/kit/wire/session.ts'),
    ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'terminal',
    user: { kind: 'terminal', permissions: [], mustChangePassword: false } as unknown as CurrentUser,
    remembered: true,
  });
  await outbox.loaded;
  return { outbox, keptReports, refusedReports, identifiedPeople };
}
type Outbox = Awaited<ReturnType<typeof loadTerminalPage>>['outbox'];
/**
 * Submits a report. The page sends it again until the server answers. The answer may be a refusal, and may come after
 * the end of the test.
 */
const submitWithoutWaiting = (outbox: Outbox, command: Parameters<Outbox['submit']>[0]): void => {
  outbox.submit(command).catch(() => undefined);
};
const stubServer = (answer: (call: SentCall, count: number) => ReturnType<typeof makeSuccessReply>) =>
  stubFetch((call, count) =>
    call.path === START_PATH
      ? answer(call, count)
      : makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey }),
  );
const listStartCalls = (sentCalls: SentCall[], ...processIds: number[]) =>
  sentCalls.filter(
    (call) =>
      call.path === START_PATH &&
      (processIds.length === 0 || processIds.includes(Number(call.form['processId']))),
  );

describe('what is reported at a terminal', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('is sent with the key of the person, not of the terminal', async () => {
    const sentCalls = stubServer(() => makeSuccessReply({ reportId: 1 }));
    const { outbox, identifiedPeople } = await loadTerminalPage();
    identifiedPeople.add('token-1', makeUser(1));
    expect(await outbox.submit(makeStartCommand(7))).toEqual({ reportId: 1 });
    expect(listStartCalls(sentCalls).map((call) => call.form['token'])).toEqual(['token-1']);
  });

  it('is sent again with the same id until an answer comes', async () => {
    const sentCalls = stubServer((_call, count) =>
      count < 3 ? (new TypeError('offline') as never) : makeSuccessReply({ reportId: 2 }),
    );
    const { outbox, identifiedPeople } = await loadTerminalPage();
    identifiedPeople.add('token-1', makeUser(1));
    const submission = outbox.submit(makeStartCommand(7));
    expect(outbox.hasReportFor(7)).toBe(true);
    await waitUntil(() => expect(listStartCalls(sentCalls)).toHaveLength(1));
    outbox.retryNow();
    await waitUntil(() => expect(listStartCalls(sentCalls)).toHaveLength(2));
    outbox.retryNow();
    expect(await submission).toEqual({ reportId: 2 });
    expect(new Set(listStartCalls(sentCalls).map((call) => call.form['requestId'])).size).toBe(1);
    expect(outbox.hasReportFor(7)).toBe(false);
  });

  it('is still sent after a restart of the tablet', async () => {
    let isOnline = false;
    const sentCalls = stubServer(() =>
      isOnline ? makeSuccessReply({ reportId: 3 }) : (new TypeError('offline') as never),
    );
    const pageBefore = await loadTerminalPage();
    pageBefore.identifiedPeople.add('token-1', makeUser(1));
    submitWithoutWaiting(pageBefore.outbox, makeStartCommand(7));
    await waitUntil(() => expect(listStartCalls(sentCalls)).toHaveLength(1));
    isOnline = true;
    const pageAfter = await loadTerminalPage();
    pageAfter.outbox.retryNow();
    await waitUntil(() => expect(pageAfter.outbox.hasReportFor(7)).toBe(false));
    const requestIds = new Set(listStartCalls(sentCalls).map((call) => call.form['requestId']));
    expect(requestIds.size).toBe(1);
  });

  it('is not kept while the disk is full, and is kept with its end as soon as there is room', async () => {
    stubServer(() => new TypeError('offline') as never);
    const pageBefore = await loadTerminalPage();
    pageBefore.identifiedPeople.add('token-1', makeUser(1));
    const closePage = () => {
      const closingEvent = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(closingEvent);
      return closingEvent.defaultPrevented ? 'asks' : 'closes';
    };
    const makeRoom = fillBrowserStorage();
    submitWithoutWaiting(pageBefore.outbox, { ...makeStartCommand(7), placeholderId: -5 });
    submitWithoutWaiting(pageBefore.outbox, {
      ...makeStartCommand(7),
      path: '/mes/report/finish',
      fields: { reportId: -5, good: 1 },
    });
    await waitUntil(() => expect(pageBefore.keptReports.state.unkeptIds).toHaveLength(2));
    expect(pageBefore.outbox.hasReportFor(7)).toBe(true);
    expect(closePage()).toBe('asks');
    makeRoom();
    pageBefore.outbox.retryNow();
    await waitUntil(() => expect(pageBefore.keptReports.state.unkeptIds).toEqual([]));
    expect(closePage()).toBe('closes');
    const pageAfter = await loadTerminalPage();
    expect(pageAfter.keptReports.state.queued.map(({ path }) => path)).toEqual([
      START_PATH,
      '/mes/report/finish',
    ]);
  });

  it('is refused once, and not sent again', async () => {
    const sentCalls = stubServer(() =>
      makeRefusedReply(409, { code: 'previousProcessOpen', message: 'open' }),
    );
    // The pages of earlier tests still try to send their reports about process 7.
    const { outbox, identifiedPeople } = await loadTerminalPage();
    identifiedPeople.add('token-1', makeUser(1));
    await expect(outbox.submit(makeStartCommand(37))).rejects.toMatchObject({ code: 'previousProcessOpen' });
    outbox.retryNow();
    expect(listStartCalls(sentCalls, 37)).toHaveLength(1);
    expect(outbox.hasReportFor(37)).toBe(false);
  });

  it('waits until its person identifies again, and does not block other people', async () => {
    const sentCalls = stubServer((call) =>
      call.form['token'] === 'token-1'
        ? makeRefusedReply(401, { code: 'notSignedIn', flag: 'LOGIN_VALIDATE', message: 'who are you' })
        : makeSuccessReply({ reportId: 4 }),
    );
    const { outbox, identifiedPeople } = await loadTerminalPage();
    identifiedPeople.add('token-1', makeUser(1));
    identifiedPeople.add('token-2', makeUser(2));
    const firstSubmission = outbox.submit(makeStartCommand(17, 1));
    expect(await outbox.submit(makeStartCommand(18, 2))).toEqual({ reportId: 4 });
    expect(outbox.hasReportFor(17)).toBe(true);
    identifiedPeople.add('token-1b', makeUser(1));
    outbox.retryNow();
    expect(await firstSubmission).toEqual({ reportId: 4 });
    expect(listStartCalls(sentCalls, 17, 18).map((call) => call.form['token'])).toEqual([
      'token-1',
      'token-2',
      'token-1b',
    ]);
  });

  const UNDECIDED_ANSWERS = [
    ['500 internal', () => makeRefusedReply(500, { code: 'internal', message: 'a fault' })],
    ['503 databaseAway', () => makeRefusedReply(503, { code: 'databaseAway', message: 'no database' })],
    ['502 requestFailed', () => makeRefusedReply(502, { code: 'requestFailed', message: 'no upstream' })],
    [
      '504 timedOut',
      () => makeRefusedReply(504, { code: 'timedOut', flag: 'TIME_OUT', message: 'too slow' }),
    ],
    ['502 of a proxy', () => ({ status: 502, body: '<html>Bad gateway</html>' })],
    ['413 of a proxy', () => ({ status: 413, body: '<html>Too large</html>' })],
    ['429 tooManyRequests', () => makeRefusedReply(429, { code: 'tooManyRequests', message: 'slower' })],
  ] as const;
  it.each(UNDECIDED_ANSWERS)(
    'stays in the outbox after %s, until the server decides',
    async (_name, answer) => {
      let isServerHealthy = false;
      const sentCalls = stubServer(() => (isServerHealthy ? makeSuccessReply({ reportId: 5 }) : answer()));
      const { outbox, refusedReports, identifiedPeople } = await loadTerminalPage();
      identifiedPeople.add('token-1', makeUser(1));
      const submission = outbox.submit(makeStartCommand(7));
      await waitUntil(() => expect(outbox.isStuck).toBe(true));
      expect(outbox.hasReportFor(7)).toBe(true);
      expect(refusedReports.all).toEqual([]);
      isServerHealthy = true;
      outbox.retryNow();
      expect(await submission).toEqual({ reportId: 5 });
      expect(new Set(listStartCalls(sentCalls).map((call) => call.form['requestId'])).size).toBe(1);
      expect(outbox.hasReportFor(7)).toBe(false);
      await waitUntil(() => expect(outbox.isStuck).toBe(false));
    },
  );

  it('does not wait for a report of another person at which the server fails', async () => {
    stubServer((call) =>
      call.form['processId'] === '17'
        ? makeRefusedReply(500, { code: 'internal', message: 'a fault' })
        : makeSuccessReply({ reportId: 6 }),
    );
    const { outbox, identifiedPeople } = await loadTerminalPage();
    identifiedPeople.add('token-1', makeUser(1));
    identifiedPeople.add('token-2', makeUser(2));
    submitWithoutWaiting(outbox, makeStartCommand(17, 1));
    // The next report of the same person may depend on the first, so it waits for the first.
    submitWithoutWaiting(outbox, makeStartCommand(19, 1));
    expect(await outbox.submit(makeStartCommand(18, 2))).toEqual({ reportId: 6 });
    expect([17, 19].map(outbox.hasReportFor)).toEqual([true, true]);
  });

  it('is shown to its person after a refusal until they have read it, even after a restart', async () => {
    stubServer(() =>
      makeRefusedReply(409, {
        code: 'previousProcessOpen',
        message: 'The previous process is open',
        fields: { quantity: 'at most 3' },
      }),
    );
    const pageBefore = await loadTerminalPage();
    pageBefore.identifiedPeople.add('token-1', makeUser(1));
    await expect(pageBefore.outbox.submit(makeStartCommand(7))).rejects.toMatchObject({ status: 409 });
    const refusedReport = {
      employeeId: 1,
      pressed: 'Start 1',
      place: 'Turning 7',
      at: '2026-11-21T00:00:00.000Z',
      reason: 'The previous process is open at most 3',
    };
    expect(pageBefore.refusedReports.all).toMatchObject([refusedReport]);
    const pageAfter = await loadTerminalPage();
    expect(pageAfter.refusedReports.all).toMatchObject([refusedReport]);
    await pageAfter.refusedReports.markAsRead(2);
    expect(pageAfter.refusedReports.all).toHaveLength(1);
    await pageAfter.refusedReports.markAsRead(1);
    expect((await loadTerminalPage()).refusedReports.all).toEqual([]);
  });

  it('is also shown to its person if the refusal comes after a restart of the tablet', async () => {
    let isOnline = false;
    stubServer(() =>
      isOnline
        ? makeRefusedReply(409, { code: 'processState', message: 'suspended meanwhile' })
        : (new TypeError('offline') as never),
    );
    const pageBefore = await loadTerminalPage();
    pageBefore.identifiedPeople.add('token-1', makeUser(1));
    submitWithoutWaiting(pageBefore.outbox, makeStartCommand(7));
    await waitUntil(() => expect(pageBefore.outbox.isStuck).toBe(true));
    isOnline = true;
    const pageAfter = await loadTerminalPage();
    await waitUntil(() =>
      expect(pageAfter.refusedReports.all).toMatchObject([{ reason: 'suspended meanwhile' }]),
    );
  });
});
