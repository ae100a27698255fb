import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowLink } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeProcess } from './make-process.ts';
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

let root: Root;
let host: HTMLElement;
let client: QueryClient;
let readToasts: () => string[];

/** Renders a form with one button that reports a start, as the dialogs do. */
async function signInAndRenderReportForm() {
  vi.resetModules();
  const [
    { useFormCommand },
    { START_FORM_FIELDS: startFields },
    { useForm },
    { session },
    { setUpWords },
    toasts,
  ] = await Promise.all([
    import('#client/production/reporting/use-report.ts'),
    import('#client/production/reporting/report-fields.ts'),
    import('#client/kit/forms/use-form.ts'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
    import('#client/kit/messages/toasts.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  readToasts = () => toasts.getShownToasts().map((toast) => toast.text);
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  function ReportForm() {
    const form = useForm(startFields, { quantity: 3 });
    const { sendCommand, busy, refusal: refusalText, refusalRows } = useFormCommand(form);
    return (
      <>
        <input
          value={String(form.values['quantity'])}
          onChange={(event) => form.set('quantity', event.target.value)}
        />
        <button
          type="button"
          onClick={() => void sendCommand(START_PATH, { processId: 1, quantity: form.values['quantity'] })}
        >
          {busy ? 'busy' : 'ready'}
        </button>
        <output>{JSON.stringify({ problems: form.problems, refusalText, refusalRows })}</output>
      </>
    );
  }
  client = new QueryClient();
  root.render(
    <QueryClientProvider client={client}>
      <ReportForm />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(host.querySelector('button')).not.toBeNull());
}

const pressButton = () => host.querySelector('button')!.click();
const waitUntilReady = () => waitUntil(() => expect(host.querySelector('button')!.textContent).toBe('ready'));
const readOutput = () =>
  JSON.parse(host.querySelector('output')!.textContent) as {
    problems: Record<string, string>;
    refusalText: string | null;
    refusalRows: RowLink[];
  };
const listStartCalls = (sentCalls: SentCall[]) => sentCalls.filter((call) => call.path === START_PATH);
const stubServer = (
  answer: (
    count: number,
  ) => ReturnType<typeof makeSuccessReply> | Promise<ReturnType<typeof makeSuccessReply>>,
) =>
  stubFetch(({ path }, count) =>
    path === START_PATH
      ? answer(count)
      : makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey }),
  );
const acceptedReply = makeSuccessReply({
  reportId: 9,
  process: { processId: 1, state: 'processing', machinable: 0, inWork: 3, good: 0 },
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

describe('a report from the order page', () => {
  it('is sent once, however often the button is pressed while the answer is on its way', async () => {
    let sendAnswer = () => {};
    const sentCalls = stubServer(
      () =>
        new Promise((resolve) => {
          sendAnswer = () => resolve(acceptedReply);
        }),
    );
    await signInAndRenderReportForm();
    pressButton();
    pressButton();
    await waitUntil(() => expect(listStartCalls(sentCalls)).toHaveLength(1));
    pressButton();
    await waitUntil(() => expect(host.querySelector('button')!.textContent).toBe('busy'));
    pressButton();
    sendAnswer();
    await waitUntilReady();
    expect(listStartCalls(sentCalls)).toHaveLength(1);
  });

  it('keeps its request id while nobody answers, and takes a new one for the next report', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const sentCalls = stubServer((count) =>
      count === 1
        ? new TypeError('the line broke')
        : count === 2
          ? { status: 502, body: '<html>' }
          : acceptedReply,
    );
    await signInAndRenderReportForm();
    for (const count of [1, 2, 3, 4]) {
      pressButton();
      await waitUntil(() => expect(listStartCalls(sentCalls)).toHaveLength(count));
      await waitUntilReady();
    }
    const requestIds = listStartCalls(sentCalls).map((call) => call.form['requestId']);
    expect(requestIds[1]).toBe(requestIds[0]);
    expect(requestIds[2]).toBe(requestIds[0]);
    expect(requestIds[3]).not.toBe(requestIds[0]);
  });

  it('shows the numbers of the answer at once', async () => {
    stubServer(() => acceptedReply);
    await signInAndRenderReportForm();
    const queryKey = queryKeys.entity('process', 'progress', { orderId: 1 });
    client.setQueryData(queryKey, [makeProcess(), makeProcess({ processId: 2 })]);
    pressButton();
    await waitUntil(() =>
      expect(client.getQueryData<ReturnType<typeof makeProcess>[]>(queryKey)![0]).toMatchObject({
        state: 'processing',
        inWork: 3,
        plannedQuantity: 10,
      }),
    );
    expect(client.getQueryData<ReturnType<typeof makeProcess>[]>(queryKey)![1]).toMatchObject({
      state: 'notStarted',
      inWork: 0,
    });
  });

  it('shows a refusal as a message at its field, not as a toast', async () => {
    stubServer((count) =>
      count === 1
        ? makeRefusedReply(409, {
            code: 'quantityExceedsMachinable',
            message: 'Only 2 can be started',
            fields: { quantity: 'at most 2' },
          })
        : count === 2
          ? makeRefusedReply(409, {
              code: 'timesOverlap',
              message: 'Wang works elsewhere from 11-21 09:05',
              params: { name: 'Wang', start: '2026-11-21T01:05:00.000Z', end: '…', report: 7 },
            })
          : makeRefusedReply(409, {
              code: 'reverseLaterFirst',
              message: 'First reverse “Finish” (Wang, 11-21 09:05, quantity 3)',
              params: { what: 'finish', who: 'Wang', at: '2026-11-21T01:05:00.000Z', quantity: 3 },
              rows: [{ entity: 'process', id: 4, name: 'Turning' }],
            }),
    );
    await signInAndRenderReportForm();
    pressButton();
    await waitUntil(() => expect(readOutput().problems).toEqual({ quantity: 'Only 2 can be started' }));
    await waitUntilReady();
    pressButton();
    // The server has translated the parameters and converted the times.
    await waitUntil(() =>
      expect(readOutput().problems['people']).toBe('Wang works elsewhere from 11-21 09:05'),
    );
    await waitUntilReady();
    pressButton();
    await waitUntil(() =>
      expect(readOutput()).toMatchObject({
        refusalText: 'First reverse “Finish” (Wang, 11-21 09:05, quantity 3)',
        refusalRows: [{ entity: 'process', id: 4, name: 'Turning' }],
      }),
    );
    expect(readToasts()).toEqual([]);
  });
});
