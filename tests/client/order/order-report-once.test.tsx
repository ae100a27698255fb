import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { wordsOf } from '#client/words-plugin.ts';
import { process } from './order-process.ts';
import { good, refusal, serverKey, stubWire, type SentCall } from '../wire/wire-stub.ts';

const START = '/mes/report/start';
const key = serverKey('k1');
const until = (is: () => void) => vi.waitFor(is, { timeout: 8000, interval: 10 });

let root: Root;
let host: HTMLElement;
let client: QueryClient;
let shown: () => string[];

/** Renders a form with one button that reports a start, as the dialogs do. */
async function page() {
  vi.resetModules();
  const [{ useReport }, { startFields }, { useForm }, { session }, { setUpWords }, toasts] =
    await Promise.all([
      import('#client/features/order/reporting/use-report.ts'),
      import('#client/features/order/reporting/report-fields.ts'),
      import('#client/kit/forms/use-form.ts'),
      import('#client/kit/wire/session.ts'),
      import('#client/kit/words/t.ts'),
      import('#client/kit/messages/toasts.ts'),
    ]);
  await setUpWords(async (lang) => wordsOf(lang));
  shown = () => toasts.shownToasts().map((toast) => toast.text);
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  function Reporting() {
    const form = useForm(startFields, { quantity: 3 });
    const { report, busy, refusal: refused } = useReport(form);
    return (
      <>
        <input
          value={String(form.values['quantity'])}
          onChange={(event) => form.set('quantity', event.target.value)}
        />
        <button
          type="button"
          onClick={() => void report(START, { processId: 1, quantity: form.values['quantity'] })}
        >
          {busy ? 'busy' : 'ready'}
        </button>
        <output>{JSON.stringify({ problems: form.problems, refused })}</output>
      </>
    );
  }
  client = new QueryClient();
  root.render(
    <QueryClientProvider client={client}>
      <Reporting />
    </QueryClientProvider>,
  );
  await until(() => expect(host.querySelector('button')).not.toBeNull());
}

const press = () => host.querySelector('button')!.click();
const ready = () => until(() => expect(host.querySelector('button')!.textContent).toBe('ready'));
const said = () =>
  JSON.parse(host.querySelector('output')!.textContent) as {
    problems: Record<string, string>;
    refused: string | null;
  };
const starts = (sent: SentCall[]) => sent.filter((call) => call.path === START);
const wire = (answer: (count: number) => ReturnType<typeof good> | Promise<ReturnType<typeof good>>) =>
  stubWire(({ path }, count) =>
    path === START ? answer(count) : good({ id: key.id, publicKey: key.publicKey }),
  );
const taken = good({
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
    let answer = () => {};
    const sent = wire(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(taken);
        }),
    );
    await page();
    press();
    press();
    await until(() => expect(starts(sent)).toHaveLength(1));
    press();
    await until(() => expect(host.querySelector('button')!.textContent).toBe('busy'));
    press();
    answer();
    await ready();
    expect(starts(sent)).toHaveLength(1);
  });

  it('keeps its request id while nobody answers, and takes a new one for the next report', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const sent = wire((count) =>
      count === 1 ? new TypeError('the line broke') : count === 2 ? { status: 502, body: '<html>' } : taken,
    );
    await page();
    for (const count of [1, 2, 3, 4]) {
      press();
      await until(() => expect(starts(sent)).toHaveLength(count));
      await ready();
    }
    const ids = starts(sent).map((call) => call.form['requestId']);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('shows the numbers of the answer at once', async () => {
    wire(() => taken);
    await page();
    const at = queryKeys.entity('process', 'progress', { orderId: 1 });
    client.setQueryData(at, [process(), process({ processId: 2 })]);
    press();
    await until(() =>
      expect(client.getQueryData<ReturnType<typeof process>[]>(at)![0]).toMatchObject({
        state: 'processing',
        inWork: 3,
        plannedQuantity: 10,
      }),
    );
    expect(client.getQueryData<ReturnType<typeof process>[]>(at)![1]).toMatchObject({
      state: 'notStarted',
      inWork: 0,
    });
  });

  it('shows a refusal as a message at its field, not as a toast', async () => {
    wire((count) =>
      count === 1
        ? refusal(409, {
            code: 'quantityExceedsMachinable',
            message: 'Only 2 can be started',
            fields: { quantity: 'at most 2' },
          })
        : count === 2
          ? refusal(409, {
              code: 'timesOverlap',
              message: 'raw',
              params: { name: 'Wang', start: '2026-11-21T01:05:00.000Z', end: '…', report: 7 },
            })
          : refusal(409, { code: 'reportReversed', message: 'It was taken back' }),
    );
    await page();
    press();
    await until(() => expect(said().problems).toEqual({ quantity: 'Only 2 can be started' }));
    await ready();
    press();
    // The message shows the factory's local time, not UTC.
    await until(() => expect(said().problems['people']).toContain('11-21 09:05'));
    await ready();
    press();
    await until(() => expect(said().refused).toBe('It was taken back'));
    expect(shown()).toEqual([]);
  });
});
