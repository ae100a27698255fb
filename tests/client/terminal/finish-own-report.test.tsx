import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import type { ReportCommand } from '#client/features/terminal/use-report-command.ts';
import { makeProcess } from '../order/make-process.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const WORKER = { token: null, employeeId: 7, name: 'Li', permissions: [], workGroupId: null, usedAt: 0 };
const makeOpenReport = (reportId: number, overrides: Partial<OpenReport> = {}): OpenReport => ({
  reportId,
  phase: 'run',
  isRework: false,
  startedAt: '2026-01-01T00:00:00.000Z',
  started: reportId,
  deviceId: null,
  deviceName: `Lathe ${reportId}`,
  cardId: null,
  people: [{ employeeId: 7, name: 'Li' }],
  ...overrides,
});
const REPORT_OF_OTHER = makeOpenReport(5, { people: [{ employeeId: 8, name: 'Wang' }], cardId: 80 });

let root: Root;
let rootElement: HTMLElement;
let reportedCommands: ReportCommand[];
let showReports: (openReports: OpenReport[], cardId: number) => void;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
  reportedCommands = [];
  stubFetch(({ path }) =>
    path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : path === '/mes/system/column/read'
        ? makeSuccessReply({
            own: { version: 0, columns: [] },
            factoryDefault: { version: 0, columns: [] },
            customs: [],
          })
        : path.endsWith('/page')
          ? makeSuccessReply({ rows: [], total: 0 })
          : { body: [] },
  );
  vi.resetModules();
  const [{ FinishOwnReport }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/terminal/finish/finish-own-report.tsx'),
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
  showReports = (openReports, cardId) =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <FinishOwnReport
          cardId={cardId}
          process={makeProcess({ open: openReports }) as unknown as TerminalProcess}
          worker={WORKER}
          busy={false}
          onReport={(command) => reportedCommands.push(command)}
          onWrongScan={() => undefined}
        />
      </QueryClientProvider>,
    );
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});
const findButton = (name: RegExp) =>
  [...rootElement.querySelectorAll('button')].find((button) => name.test(button.textContent ?? ''));
const readPressedReport = () =>
  rootElement.querySelector('fieldset button[aria-pressed=true] small')?.textContent ?? null;

it('discards what was typed for a report when the next report of the person is shown', async () => {
  showReports([makeOpenReport(4), REPORT_OF_OTHER], 80);
  await waitUntil(() => expect(findButton(/^报废/)).toBeDefined());
  findButton(/^报废/)!.click();
  await waitUntil(() => expect(findButton(/^报废/)!.getAttribute('aria-pressed')).toBe('true'));
  findButton(/^2$/)!.click();
  await waitUntil(() => expect(findButton(/^报废/)!.textContent).toContain('2'));
  showReports([makeOpenReport(6), REPORT_OF_OTHER], 80);
  await waitUntil(() => expect(rootElement.textContent).toContain('Lathe 6'));
  findButton(/^完工/)!.click();
  expect(reportedCommands).toMatchObject([{ fields: { reportId: 6, good: 6, scrap: 0 } }]);
});

it('ends the report of the open card, unless the person chooses another one', async () => {
  showReports([makeOpenReport(4, { cardId: 80 }), makeOpenReport(6, { cardId: 90 }), REPORT_OF_OTHER], 90);
  await waitUntil(() => expect(readPressedReport()).toBe('Lathe 6 · 6'));
  findButton(/^完工/)!.click();
  findButton(/Lathe 4/)!.click();
  await waitUntil(() => expect(readPressedReport()).toBe('Lathe 4 · 4'));
  findButton(/^完工/)!.click();
  expect(reportedCommands.map(({ fields }) => fields['reportId'])).toEqual([6, 4]);
});

it('ends no report until the person has chosen one, if the card does not decide', async () => {
  showReports([makeOpenReport(4), makeOpenReport(6)], 90);
  await waitUntil(() => expect(findButton(/Lathe 6/)).toBeDefined());
  expect([readPressedReport(), findButton(/^完工/)]).toEqual([null, undefined]);
  findButton(/Lathe 6/)!.click();
  await waitUntil(() => expect(findButton(/^完工/)).toBeDefined());
  findButton(/^完工/)!.click();
  expect(reportedCommands).toMatchObject([{ fields: { reportId: 6 } }]);
});
