import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

const RECEIVE_PATH = '/mes/report/receive';
const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

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

/** Shows a button that receives pieces of a process whose state is loaded by `loadProcess`. */
async function openButton(loadProcess: () => Promise<string>) {
  const sentCalls = stubFetch(({ path }) =>
    path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeSuccessReply({ reportId: 1, process: {} }),
  );
  vi.resetModules();
  const [
    { useIsProcessBusy, useReportCommand },
    { session },
    { queryClient },
    { queryKeys },
    { setUpWords },
  ] = await Promise.all([
    import('#client/features/terminal/use-report-command.ts'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/wire/query-keys.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const user = { kind: 'employee', employeeId: 7, name: 'Li', permissions: [], mustChangePassword: false };
  session.signIn({ validateKey: 'token-1', user: user as unknown as CurrentUser, remembered: false });
  const worker = { token: null, employeeId: 7, name: 'Li', permissions: [], workGroupId: null, usedAt: 0 };
  function ReceiveButton() {
    const { data } = useQuery({ queryKey: queryKeys.entity('process', 'test'), queryFn: loadProcess });
    const sendReport = useReportCommand({ processId: 7, partId: 1 }, 'Turning', worker);
    const isBusy = useIsProcessBusy(7);
    const receivePieces = () =>
      void sendReport({
        path: RECEIVE_PATH,
        fields: { processId: 7, quantity: 5 },
        messageTerm: 'receivedDone',
        quantity: 5,
        pressed: 'Receive 5',
        undo: 'whole',
      });
    return (
      <button type="button" onClick={receivePieces}>
        {`${data} ${isBusy ? 'busy' : 'free'}`}
      </button>
    );
  }
  root.render(
    <QueryClientProvider client={queryClient}>
      <ReceiveButton />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(readButton()).toBe('before free'));
  return { countReceived: () => sentCalls.filter(({ path }) => path === RECEIVE_PATH).length };
}
const findButton = () => rootElement.querySelector('button');
const readButton = () => findButton()?.textContent;

it.each([
  ['has arrived', 'after free'],
  ['could not be loaded', 'before free'],
])('a report is sent only once until the new state %s', async (result, shownFinally) => {
  let endReload = (): void => undefined;
  const reload = new Promise<string>((resolve, reject) => {
    endReload = () => (result === 'has arrived' ? resolve('after') : reject(new Error('no network')));
  });
  let loadCount = 0;
  const { countReceived } = await openButton(() => (loadCount++ === 0 ? Promise.resolve('before') : reload));
  findButton()!.click();
  // The reload begins after the server has accepted the report.
  await waitUntil(() => expect(loadCount).toBe(2));
  await waitUntil(() => expect(readButton()).toBe('before busy'));
  findButton()!.click();
  endReload();
  await waitUntil(() => expect(readButton()).toBe(shownFinally));
  expect(countReceived()).toBe(1);
  findButton()!.click();
  await waitUntil(() => expect(countReceived()).toBe(2));
});
