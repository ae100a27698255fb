import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ForwardTrace, FoundPieces } from '#shared/quality/recall.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { RecallScreen } from '#client/features/recall/recall-screen.tsx';
import {
  makeRecallPath,
  makeRecallSearch,
  makeTraceFields,
  readRecallAddress,
} from '#client/production/recall/recall-address.ts';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import {
  makeRefusedReply,
  makeServerKeyPair,
  makeSuccessReply,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

const makeRow = (place: FoundPieces['place'], quantity: number, hold: FoundPieces['hold']): FoundPieces => ({
  partId: 7,
  partCode: 'SHAFT',
  partName: '轴',
  orderId: 3,
  orderCode: 'W-9',
  customerName: '长江电机',
  cardCodes: ['W-9-01'],
  cardId: 5,
  place,
  processId: 11,
  processName: '粗车',
  assemblyCode: null,
  quantity,
  hold,
});
const TRACE: ForwardTrace = {
  subject: { code: 'W-9-01', name: '轴' },
  rows: [makeRow('scrapped', 1, null), makeRow('waiting', 9, { processId: 11, source: 'good' })],
  partCount: 1,
  found: 10,
  expected: 10,
  genealogy: {
    nodes: [
      {
        ...{ key: 'card 5', kind: 'card', code: 'W-9-01', name: '轴', orderCode: 'W-9' },
        ...{ quantity: 10, partId: 7 },
      },
    ],
    edges: [],
    isCut: false,
  },
  milliseconds: 120,
};

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // The table renders the rows that fit into its height.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  sessionStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens the page of recalls. `answer` makes the reply to a trace. */
async function openRecall(
  address: string,
  answer: (call: SentCall) => ReturnType<typeof makeRefusedReply>,
  permissions: PermissionCode[] = ['QUALITY_RAISE'],
) {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const sentCalls = stubFetch((call: SentCall) => {
    if (call.path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (call.path === '/mes/system/column/read') {
      const noSettings = { version: 0, columns: [] };
      return makeSuccessReply({ own: noSettings, factoryDefault: noSettings, customs: [] });
    }
    return answer(call);
  });
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <RecallScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(host.querySelector('form')).not.toBeNull());
  return { listTraces: () => sentCalls.filter(({ path }) => path.startsWith('/mes/quality/recall/')) };
}
const findButton = (text: string) =>
  [...host.querySelectorAll('button')].find((button) => button.textContent.includes(text));
const listPlaces = () =>
  [...host.querySelectorAll('.data-table tbody th')].map((cell) => cell.textContent.slice(1));

it('an empty page says what can be traced, and traces nothing', async () => {
  const { listTraces } = await openRecall('/quality/recall', () => makeSuccessReply(TRACE));
  await waitUntil(() => expect(host.textContent).toContain(translate('recallForwardHint')));
  findButton(translate('startTrace'))!.click();
  await waitUntil(() => expect(host.querySelector('[aria-invalid="true"]')).not.toBeNull());
  expect(listTraces()).toEqual([]);
});

it('a link traces at once, the timer stops with the complete table, and a bar narrows the table', async () => {
  const { listTraces } = await openRecall(makeRecallPath({ origin: 'card', value: 'W-9-01' }), () =>
    makeSuccessReply(TRACE),
  );
  await waitUntil(() =>
    expect(host.textContent).toContain(
      translate('foundOfExpected', { found: 10, expected: 10, percent: 100 }),
    ),
  );
  expect(listTraces()).toHaveLength(1);
  await waitUntil(() =>
    expect(host.querySelector('.recall-timer')?.textContent).toMatch(/用时 \d.*其中查询 0.1/),
  );
  await waitUntil(() => expect(listPlaces()).toEqual([translate('scrapped'), translate('waiting')]));
  expect(findButton(translate('holdEverything', { count: 1 }))).toBeDefined();
  findButton(`${translate('scrapped')}1`)!.click();
  await waitUntil(() => expect(listPlaces()).toEqual([translate('scrapped')]));
  // Scrapped pieces cannot be put on hold.
  expect(findButton(translate('holdSelected', { count: 0 }))!.disabled).toBe(true);
});

it('without the permission to raise exceptions, nothing can be held', async () => {
  await openRecall(makeRecallPath({ origin: 'card', value: 'W-9-01' }), () => makeSuccessReply(TRACE), [
    'TASK_REPORT',
  ]);
  await waitUntil(() => expect(listPlaces()).toHaveLength(2));
  expect(findButton(translate('holdEverything', { count: 1 }))).toBeUndefined();
});

it('a machine that does not exist is not called a code', async () => {
  await openRecall(makeRecallPath({ origin: 'device', value: '12' }), () =>
    makeRefusedReply(404, { code: 'rowNotFound', message: 'There is no such machine' }),
  );
  await waitUntil(() =>
    expect(host.querySelector('[role="alert"]')?.textContent).toBe('There is no such machine'),
  );
});

it('an unknown code is named', async () => {
  await openRecall(makeRecallPath({ origin: 'card', value: 'X-1' }), () =>
    makeRefusedReply(404, { code: 'rowNotFound' }),
  );
  await waitUntil(() =>
    expect(host.querySelector('[role="alert"]')?.textContent).toBe(
      translate('nothingToTrace', { code: 'X-1' }),
    ),
  );
});

it('the address keeps what is traced, and drops what is wrong', () => {
  const read = (search: string) => readRecallAddress(new URLSearchParams(search));
  const device = read('origin=device&value=12&from=2026-11-01T00:00:00.000Z');
  expect(readRecallAddress(makeRecallSearch(device))).toEqual(device);
  expect(makeTraceFields(device)).toEqual({
    origin: 'device',
    deviceId: '12',
    from: '2026-11-01T00:00:00.000Z',
  });
  expect(makeTraceFields(read('origin=device&value=oops'))).toBeNull();
  expect(read('origin=nothing&value=A-1')).toMatchObject({ origin: 'card', value: 'A-1' });
  // Only reports and issues have times, and only cards and pieces are traced backward.
  expect(read('origin=card&value=A-1&from=2026-11-01T00:00:00.000Z')).toMatchObject({ from: null });
  expect(makeTraceFields(read('direction=traceBackward&origin=device&value=A-1'))).toEqual({ code: 'A-1' });
});
