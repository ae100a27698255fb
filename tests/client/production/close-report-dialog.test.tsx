import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeProcess } from '../order/make-process.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const RUNNING_REPORT: OpenReport = {
  reportId: 31,
  phase: 'run',
  isRework: false,
  startedAt: '2026-01-01T00:00:00.000Z',
  started: 5,
  deviceId: null,
  deviceName: null,
  cardId: null,
  people: [{ employeeId: 7, name: 'Li' }],
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Opens the dialog that finishes a report. @returns the proposed good quantity */
async function readProposedGood(openReport: OpenReport): Promise<string> {
  stubFetch(({ path }) =>
    path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeSuccessReply({ rows: [], total: 0 }),
  );
  vi.resetModules();
  const [{ CloseReportDialog }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/production/reporting/close-report-dialog.tsx'),
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
  root.render(
    <QueryClientProvider client={queryClient}>
      <CloseReportDialog
        process={makeProcess({ open: [openReport] })}
        openReport={openReport}
        kind="finish"
        customColumns={[]}
        toPayload={(values) => values}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const findGood = () => document.querySelector<HTMLInputElement>('[data-field=good] input');
  await waitUntil(() => expect(findGood()).not.toBeNull());
  return findGood()!.value;
}

it('proposes all started pieces as good', async () => {
  expect(await readProposedGood(RUNNING_REPORT)).toBe('5');
});

it('proposes no good pieces for a set-up, which has made none', async () => {
  expect(await readProposedGood({ ...RUNNING_REPORT, phase: 'preparation' })).toBe('0');
});
