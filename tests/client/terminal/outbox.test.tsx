import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { wordsOf } from '#client/words-plugin.ts';
import { good, refusal, serverKey, stubWire, type SentCall } from '../wire/wire-stub.ts';

const START = '/mes/report/start';
const key = serverKey('k1');
const until = (is: () => void) => vi.waitFor(is, { timeout: 8000, interval: 10 });
const user = (employeeId: number) =>
  ({ employeeId, name: `P${employeeId}`, permissions: [], workGroupId: null }) as unknown as CurrentUser;
const command = (processId: number, employeeId = 1) => ({
  path: START,
  fields: { processId, quantity: 1 },
  employeeId,
  token: `token-${employeeId}`,
  processId,
  at: '2026-11-21T00:00:00.000Z',
});

/** Loads the page as if the tablet had restarted: only the browser's storage remains. */
async function page() {
  vi.resetModules();
  const [{ outbox }, { identifiedPeople }, { setUpWords }, { session }] = await Promise.all([
    import('#client/features/terminal/outbox.ts'),
    import('#client/features/terminal/identified-people.ts'),
    import('#client/kit/words/t.ts'),
    import('#client/kit/wire/session.ts'),
  ]);
  await setUpWords(async (lang) => wordsOf(lang));
  session.signIn({
    validateKey: 'terminal',
    user: { kind: 'terminal', permissions: [], mustChangePassword: false } as unknown as CurrentUser,
    remembered: true,
  });
  return { outbox, identifiedPeople };
}
const wire = (answer: (call: SentCall, count: number) => ReturnType<typeof good>) =>
  stubWire((call, count) =>
    call.path === START ? answer(call, count) : good({ id: key.id, publicKey: key.publicKey }),
  );
const starts = (sent: SentCall[], ...processes: number[]) =>
  sent.filter(
    (call) =>
      call.path === START && (processes.length === 0 || processes.includes(Number(call.form['processId']))),
  );

describe('what is reported at a terminal', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('is sent with the key of the person, not of the terminal', async () => {
    const sent = wire(() => good({ reportId: 1 }));
    const { outbox, identifiedPeople } = await page();
    identifiedPeople.add('token-1', user(1));
    expect(await outbox.submit(command(7))).toEqual({ reportId: 1 });
    expect(starts(sent).map((call) => call.form['token'])).toEqual(['token-1']);
  });

  it('is sent again with the same id until an answer comes', async () => {
    const sent = wire((_call, count) =>
      count < 3 ? (new TypeError('offline') as never) : good({ reportId: 2 }),
    );
    const { outbox, identifiedPeople } = await page();
    identifiedPeople.add('token-1', user(1));
    const answered = outbox.submit(command(7));
    expect(outbox.hasCommandFor(7)).toBe(true);
    await until(() => expect(starts(sent)).toHaveLength(1));
    outbox.retryNow();
    await until(() => expect(starts(sent)).toHaveLength(2));
    outbox.retryNow();
    expect(await answered).toEqual({ reportId: 2 });
    expect(new Set(starts(sent).map((call) => call.form['requestId'])).size).toBe(1);
    expect(outbox.hasCommandFor(7)).toBe(false);
  });

  it('is still sent after a restart of the tablet', async () => {
    let online = false;
    const sent = wire(() => (online ? good({ reportId: 3 }) : (new TypeError('offline') as never)));
    const before = await page();
    before.identifiedPeople.add('token-1', user(1));
    void before.outbox.submit(command(7));
    await until(() => expect(starts(sent)).toHaveLength(1));
    online = true;
    const after = await page();
    after.outbox.retryNow();
    await until(() => expect(after.outbox.hasCommandFor(7)).toBe(false));
    const ids = new Set(starts(sent).map((call) => call.form['requestId']));
    expect(ids.size).toBe(1);
  });

  it('is refused once, and not sent again', async () => {
    const sent = wire(() => refusal(409, { code: 'previousProcessOpen', message: 'open' }));
    const { outbox, identifiedPeople } = await page();
    identifiedPeople.add('token-1', user(1));
    await expect(outbox.submit(command(7))).rejects.toMatchObject({ code: 'previousProcessOpen' });
    outbox.retryNow();
    expect(starts(sent)).toHaveLength(1);
    expect(outbox.hasCommandFor(7)).toBe(false);
  });

  it('waits until its person identifies again, and does not block other people', async () => {
    const sent = wire((call) =>
      call.form['token'] === 'token-1'
        ? refusal(401, { code: 'notSignedIn', flag: 'LOGIN_VALIDATE', message: 'who are you' })
        : good({ reportId: 4 }),
    );
    const { outbox, identifiedPeople } = await page();
    identifiedPeople.add('token-1', user(1));
    identifiedPeople.add('token-2', user(2));
    const first = outbox.submit(command(17, 1));
    expect(await outbox.submit(command(18, 2))).toEqual({ reportId: 4 });
    expect(outbox.hasCommandFor(17)).toBe(true);
    identifiedPeople.add('token-1b', user(1));
    outbox.retryNow();
    expect(await first).toEqual({ reportId: 4 });
    expect(starts(sent, 17, 18).map((call) => call.form['token'])).toEqual([
      'token-1',
      'token-2',
      'token-1b',
    ]);
  });
});
