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
const WORKER = { token: null, employeeId: 7, name: 'Li', permissions: [], workGroupId: 3, usedAt: 0 };
/** A process of the worker with running work of 5 pieces. */
const makeRunningProcess = (processId: number, phase: OpenReport['phase']) => ({
  ...makeProcess({
    processId,
    partName: `Part ${processId}`,
    state: 'processing',
    open: [
      {
        reportId: processId,
        phase,
        isRework: false,
        startedAt: '2026-01-01T00:00:00.000Z',
        started: 5,
        deviceId: null,
        deviceName: null,
        cardId: null,
        people: [{ employeeId: 7, name: 'Li' }],
      },
    ],
  }),
  next: { step: 'finish', quantity: 5, waitsFor: null },
  dueDate: null,
  cardId: null,
  cardCode: `C-${processId}`,
  turn: null,
});

let root: Root;
let rootElement: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});

it('offers no set-up for a batch, and says why', async () => {
  stubFetch(({ path }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    return makeSuccessReply(
      path === '/mes/floor/mine' ? [makeRunningProcess(1, 'run'), makeRunningProcess(2, 'preparation')] : [],
    );
  });
  vi.resetModules();
  const [{ ProcessList }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/terminal/process-list.tsx'),
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
      <ProcessList
        worker={WORKER}
        workGroupId={3}
        chosenProcessId={null}
        onChoose={() => undefined}
        batch={[]}
        onBatch={() => undefined}
      />
    </QueryClientProvider>,
  );
  const listRows = () => [...rootElement.querySelectorAll<HTMLButtonElement>('.process-row')];
  await waitUntil(() => expect(listRows()).toHaveLength(2));
  expect(listRows().map(({ disabled }) => disabled)).toEqual([false, true]);
  expect(listRows().map(({ textContent }) => textContent.includes('准备须单独结束'))).toEqual([false, true]);
});
