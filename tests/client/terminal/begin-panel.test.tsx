import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReportWay } from '#shared/entities/report-ways.ts';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ReportCommand } from '#client/features/terminal/use-report-command.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { fillBrowserStorage } from '#tests/support/full-storage.ts';
import { makeProcess } from '../order/make-process.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const WORKER = {
  token: null,
  employeeId: 7,
  name: 'Li',
  permissions: ['TASK_REPORT'],
  workGroupId: 3,
  usedAt: 0,
};
const makePerson = (employeeId: number, name: string, workGroupId: number) => ({
  employeeId,
  code: name,
  name,
  workGroupId,
  workGroupName: null,
  hasPin: false,
});

let root: Root;
let rootElement: HTMLElement;
let reportedCommands: ReportCommand[];
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  localStorage.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
  reportedCommands = [];
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});

/**
 * Opens the panel of a process of work group 3.
 * @param reportWay how the process is reported
 * @param deviceId the planned device
 */
async function openPanel(
  reportWay: ReportWay,
  deviceId: number | null = null,
  scannedDeviceId: number | null = null,
) {
  stubFetch(({ path }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/floor/devices')
      return makeSuccessReply([
        { deviceId: 11, name: 'Press', status: 'normal', busyWith: [], isLast: false },
        { deviceId: 12, name: 'Broken', status: 'repair', busyWith: [], isLast: false },
      ]);
    if (path === '/mes/terminal/people')
      return makeSuccessReply([
        makePerson(7, 'Li', 3),
        makePerson(8, 'Wang', 3),
        makePerson(9, 'Other group', 4),
      ]);
    return makeSuccessReply({ rows: [], total: 0 });
  });
  vi.resetModules();
  const [{ BeginPanel }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/terminal/begin-panel.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const process = {
    ...makeProcess({ reportWay, workGroupId: 3, deviceId }),
    next: { step: 'start', quantity: 5, waitsFor: null },
  } as unknown as TerminalProcess;
  root.render(
    <QueryClientProvider client={queryClient}>
      <BeginPanel
        cardId={7}
        process={process}
        worker={WORKER}
        busy={false}
        scannedDeviceId={scannedDeviceId}
        onReport={(command) => void reportedCommands.push(command)}
        onWrongScan={() => undefined}
      />
    </QueryClientProvider>,
  );
}
const findButton = (name: string) =>
  [...rootElement.querySelectorAll('button')].find((button) => button.textContent?.trim() === name);
async function pressButton(name: string) {
  await waitUntil(() => expect(findButton(name)).toBeDefined());
  findButton(name)!.click();
}
const readStartButton = () => findButton('开工 5');

it('starts work that is reported by device only after a device is chosen', async () => {
  await openPanel('byDevice');
  await waitUntil(() => expect(readStartButton()?.disabled).toBe(true));
  await pressButton('Press');
  await waitUntil(() => expect(readStartButton()?.disabled).toBe(false));
  await pressButton('开工 5');
  expect(reportedCommands).toMatchObject([{ path: '/mes/report/start', fields: { deviceId: 11 } }]);
});

it('starts work although the disk of the device is full', async () => {
  await openPanel('byDevice');
  await pressButton('Press');
  await waitUntil(() => expect(readStartButton()?.disabled).toBe(false));
  const restoreDisk = fillBrowserStorage();
  await pressButton('开工 5');
  restoreDisk();
  expect(reportedCommands).toMatchObject([{ path: '/mes/report/start', fields: { deviceId: 11 } }]);
});

it('reports work by group for the whole team, or for the people who are chosen', async () => {
  await openPanel('byGroup');
  await waitUntil(() => expect(findButton('Wang')).toBeDefined());
  expect(findButton('Other group')).toBeUndefined();
  await pressButton('开工 5');
  expect(reportedCommands[0]!.fields).not.toHaveProperty('people');
  await pressButton('Li');
  await pressButton('Wang');
  await waitUntil(() => expect(findButton('Wang')!.getAttribute('aria-pressed')).toBe('true'));
  await pressButton('开工 5');
  expect(JSON.parse(String(reportedCommands[1]!.fields['people']))).toEqual([
    { employeeId: 7 },
    { employeeId: 8 },
  ]);
});

it('asks for nobody else and for no device where work is reported by person', async () => {
  await openPanel('byPerson');
  await waitUntil(() => expect(readStartButton()?.disabled).toBe(false));
  expect(findButton('Wang')).toBeUndefined();
});

it.each([
  ['the scanned device', null, 11, 11],
  ['the planned device', 11, null, 11],
  ['the planned device instead of a scanned device of another work group', 11, 99, 11],
  ['no planned device that is out of service', 12, null, null],
  ['no scanned device that is out of service', null, 12, null],
])('starts work on %s', async (_what, plannedId, scannedId, startedId) => {
  await openPanel('byPerson', plannedId, scannedId);
  await waitUntil(() => expect(findButton('Press')).toBeDefined());
  await pressButton('开工 5');
  expect(reportedCommands[0]!.fields).toMatchObject({ deviceId: startedId });
});
