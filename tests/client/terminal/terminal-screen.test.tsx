import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeProcess } from '../order/make-process.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const OPEN_CARD = {
  kind: 'card',
  cardId: 1,
  version: 1,
  quantity: 5,
  otherCards: [],
  processes: [{ ...makeProcess({ workGroupId: 3 }), next: { step: 'start', quantity: 5, waitsFor: null } }],
  processId: null,
  why: 'waits',
};
const EMPLOYEE_IDS_BY_BADGE: Readonly<Record<string, number>> = { B1: 1, B2: 2 };

let root: Root;
let rootElement: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  localStorage.clear();
  sessionStorage.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});

/** Opens the screen of a terminal. The server answers the first scan of a code only after `release` is called. */
async function openScreen() {
  const heldCodes = new Map<string, () => void>();
  const scannedCodes: string[] = [];
  stubFetch(async ({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    const code = form['code']!;
    if (path === '/mes/floor/scan') {
      if (!scannedCodes.includes(code)) {
        scannedCodes.push(code);
        await new Promise<void>((resolve) => heldCodes.set(code, resolve));
      }
      return makeSuccessReply(
        code.startsWith('B')
          ? { kind: 'person', badge: code, name: code }
          : code.startsWith('D')
            ? { kind: 'device', deviceId: 11, name: code }
            : { ...OPEN_CARD, code },
      );
    }
    if (path === '/mes/floor/devices')
      return makeSuccessReply([
        { deviceId: 11, name: 'Press', status: 'normal', busyWith: ['Somebody'], isLast: false },
      ]);
    if (path === '/mes/terminal/identify') {
      const employeeId = EMPLOYEE_IDS_BY_BADGE[form['badge']!]!;
      const user = { employeeId, name: `Person ${employeeId}`, permissions: [], workGroupId: null };
      return makeSuccessReply({ validateKey: `token-${employeeId}`, user: { ...user, kind: 'employee' } });
    }
    return makeSuccessReply(
      /floor.(mine|queue)$|people$|ofPart$/.test(path)
        ? []
        : {
            reportId: 1,
            rows: [],
            total: 0,
            waitingForMe: [],
            due: [],
            open: [],
            tasks: [],
            waitingExtras: [],
            reports: [],
          },
    );
  });
  vi.resetModules();
  const [{ TerminalScreen }, { session }, { queryClient }, { identifiedPeople }, { setUpWords }] =
    await Promise.all([
      import('#client/features/terminal/terminal-screen.tsx'),
      import('#client/kit/wire/session.ts'),
      import('#client/kit/wire/query-client.ts'),
      import('#client/features/terminal/people/identified-people.ts'),
      import('#client/kit/words/t.ts'),
    ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const terminal = { id: 1, name: 'T1', keepMinutes: 60 };
  const user = { kind: 'terminal', employeeId: null, name: 'T1', factoryCode: '7F', workGroupId: null };
  session.signIn({
    validateKey: 'terminal',
    user: {
      ...user,
      terminal,
      permissions: [],
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    } as unknown as CurrentUser,
    remembered: false,
  });
  root.render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <TerminalScreen />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const findInput = () => rootElement.querySelector<HTMLInputElement>('.scan-box input');
  await waitUntil(() => expect(findInput()).not.toBeNull());
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  return {
    identifiedPeople,
    async scan(code: string) {
      setValue.call(findInput()!, code);
      findInput()!.dispatchEvent(new Event('input', { bubbles: true }));
      await waitUntil(() => expect(findInput()!.value).toBe(code));
      rootElement.querySelector<HTMLButtonElement>('.scan-box button[type=submit]')!.click();
      await waitUntil(() => expect(heldCodes.has(code)).toBe(true));
    },
    release: (code: string) => heldCodes.get(code)!(),
  };
}
const readCurrentPerson = () =>
  rootElement.querySelector('.floor-people [aria-pressed=true]')?.textContent ?? null;
const readOpenCard = () => rootElement.querySelector('.work-name p')?.textContent?.split(' · ')[1] ?? null;

it('makes the person current whose badge was scanned last, although an earlier badge is answered later', async () => {
  const { identifiedPeople, scan, release } = await openScreen();
  await scan('B1');
  await scan('B2');
  release('B2');
  await waitUntil(() => expect(readCurrentPerson()).toBe('Person 2'));
  release('B1');
  await waitUntil(() => expect(identifiedPeople.all.map(({ employeeId }) => employeeId)).toEqual([2, 1]));
  await waitUntil(() => expect(rootElement.textContent).toContain('Person 1'));
  expect(readCurrentPerson()).toBe('Person 2');
});

it('shows the card that was scanned last, although an earlier card is answered later', async () => {
  const { scan, release } = await openScreen();
  await scan('C1');
  await scan('C2');
  release('C2');
  await scan('B1');
  release('B1');
  await waitUntil(() => expect(readOpenCard()).toBe('C2'));
  release('C1');
  // The answer to the next badge comes after the answer to the card.
  await scan('B2');
  release('B2');
  await waitUntil(() => expect(readCurrentPerson()).toBe('Person 2'));
  await waitUntil(() => expect(readOpenCard()).toBe('C2'));
});

it('identifies a person who scans a card before the badge is answered', async () => {
  const { scan, release } = await openScreen();
  await scan('B1');
  await scan('C1');
  release('C1');
  release('B1');
  await waitUntil(() => expect([readCurrentPerson(), readOpenCard()]).toEqual(['Person 1', 'C1']));
});

it('proposes a scanned device only to the person who scanned it, and only for the open card', async () => {
  const { identifiedPeople, scan, release } = await openScreen();
  const scanAnswered = async (code: string) => {
    await scan(code);
    release(code);
  };
  const isProposed = () =>
    rootElement.querySelector('.device-button')?.getAttribute('aria-pressed') ?? 'not shown';
  await scanAnswered('B1');
  await waitUntil(() => expect(readCurrentPerson()).toBe('Person 1'));
  await scanAnswered('C1');
  await waitUntil(() => expect(isProposed()).toBe('false'));
  await scanAnswered('D1');
  await waitUntil(() => expect(isProposed()).toBe('true'));
  await scanAnswered('B2');
  await waitUntil(() => expect([readCurrentPerson(), isProposed()]).toEqual(['Person 2', 'false']));
  identifiedPeople.choose(1);
  await waitUntil(() => expect([readCurrentPerson(), isProposed()]).toEqual(['Person 1', 'false']));
  await scanAnswered('D2');
  await waitUntil(() => expect(isProposed()).toBe('true'));
  await scanAnswered('C2');
  await waitUntil(() => expect([readOpenCard(), isProposed()]).toEqual(['C2', 'false']));
  await scanAnswered('D3');
  await waitUntil(() => expect(isProposed()).toBe('true'));
  [...rootElement.querySelectorAll('button')].find(({ textContent }) => textContent === '开工 5')!.click();
  await waitUntil(() => expect(isProposed()).toBe('false'));
});

it('proposes a device that was scanned before anybody was identified to the first person', async () => {
  const { scan, release } = await openScreen();
  for (const code of ['D1', 'B1', 'C1']) {
    await scan(code);
    release(code);
  }
  await waitUntil(() => expect([readCurrentPerson(), readOpenCard()]).toEqual(['Person 1', 'C1']));
  await waitUntil(() =>
    expect(rootElement.querySelector('.device-button')?.getAttribute('aria-pressed')).toBe('true'),
  );
});
