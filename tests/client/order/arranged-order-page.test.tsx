import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getEntity } from '#shared/entities/index.ts';
import { buildDefaultColumns, type ColumnSetting, type CustomColumn } from '#shared/rules/columns.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, stubFetch, makeSuccessReply, type SentCall } from '../wire/wire-stub.ts';
import { makeProcess } from './make-process.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 30_000, interval: 10 });

const HEAT_NUMBER_COLUMN: CustomColumn = {
  id: 71,
  code: 'H',
  name: '炉号',
  names: {},
  attribute: 'editable',
  type: 'text',
  width: 90,
};
/** Makes the column settings of a list, with `firstColumns` in front and `hiddenColumns` hidden. */
const makeArrangedColumnSettings = (
  list: string,
  firstColumns: string[],
  hiddenColumns: string[],
): ColumnSetting[] =>
  [
    ...new Set([
      ...firstColumns,
      ...buildDefaultColumns(getEntity(list), [HEAT_NUMBER_COLUMN]).map(({ name }) => name),
    ]),
  ].map((columnField, index) => ({
    columnField,
    align: 'start',
    columnWidth: index === 0 ? 123 : null,
    isGridShow: hiddenColumns.includes(columnField) ? 0 : 1,
    columnOrder: index + 1,
  }));
const COLUMN_SETTINGS_BY_LIST: Record<string, ColumnSetting[]> = {
  part: makeArrangedColumnSettings('part', ['custom.71', 'code'], ['size']),
  process: makeArrangedColumnSettings('process', ['scrap', 'custom.71', 'name'], ['good', 'whereItStands']),
  workReport: makeArrangedColumnSettings('workReport', ['good', 'custom.71', 'startedAt'], ['people']),
};
const BASE_ROW_FIELDS = {
  version: 1,
  createdAt: '',
  updatedAt: '2026-11-21T00:00:00.000Z',
  updatedBy: 'A',
  labels: {},
};
const ORDER_ROW = {
  ...BASE_ROW_FIELDS,
  id: 5,
  code: 'WO-5',
  name: 'Shaft',
  state: 'inProgress',
  quantity: 10,
  progress: 10,
};
const PART_ROW = {
  ...BASE_ROW_FIELDS,
  id: 6,
  orderId: 5,
  parentId: null,
  code: 'P-6',
  name: 'Rod',
  quantity: 10,
  materials: [],
  custom: { 71: 'H-part' },
};
const PROCESS_ROW = {
  ...BASE_ROW_FIELDS,
  id: 7,
  partId: 6,
  seq: 10,
  name: 'Turning',
  state: 'processing',
  scrap: 3,
  good: 4,
  custom: { 71: 'H-process' },
};
const WORK_REPORT_ROW = {
  ...BASE_ROW_FIELDS,
  id: 8,
  kind: 'finish',
  phase: 'run',
  processId: 7,
  startedAt: '2026-11-21T00:00:00.000Z',
  endedAt: '2026-11-21T01:00:00.000Z',
  good: 4,
  scrap: 3,
  people: [],
  parameters: [],
  barcodes: [],
  materials: [],
  reversesId: null,
  reversedAt: null,
  custom: { 71: 'H-report' },
};

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
const answersByPath: Record<string, unknown> = {
  '/mes/order/get': ORDER_ROW,
  '/mes/order/page': { rows: [], total: 0 },
  '/mes/system/params/form/page': { rows: [], total: 0 },
  '/mes/order/part/page': { rows: [PART_ROW], total: 1 },
  '/mes/process/progress/summary': {
    parts: [{ partId: 6, state: 'processing', processCount: 1, done: 0 }],
    ...{ current: null, stuck: [], openLosses: [], shownPart: null },
  },
  '/mes/process/progress': [
    {
      ...makeProcess({ processId: 7, orderId: 5, partId: 6, name: 'Turning', good: 4, scrap: 3 }),
      waiting: null,
    },
  ],
  '/mes/order/part/materials': { materials: [], issues: [] },
  '/mes/process/card/page': { rows: [], total: 0 },
  '/mes/process/loss/list': [],
  '/mes/process/page': { rows: [PROCESS_ROW], total: 1 },
  '/mes/report/page': { rows: [WORK_REPORT_ROW], total: 1 },
  '/mes/warehouse/part': {
    ...{ partId: 6, warehouseStatus: 'notIn', warehoused: 0, completed: 4, consumed: 0, waiting: 4 },
    receipts: [],
  },
  '/mes/andon/open': { rows: [] },
};

/**
 * Renders the page of an order. @param delayedCall the path of a call, and a promise for which the answer
 * waits
 */
async function renderOrderPage(delayedCall?: { path: string; until: Promise<unknown> }) {
  sentCalls = stubFetch(async ({ path, form }) => {
    if (path === delayedCall?.path) await delayedCall.until;
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/system/column/read')
      return makeSuccessReply({
        own: { version: 0, columns: [] },
        factoryDefault: { version: 1, columns: COLUMN_SETTINGS_BY_LIST[form['list']!] ?? [] },
        customs: form['list'] === 'workOrder' ? [] : [HEAT_NUMBER_COLUMN],
      });
    return path in answersByPath ? makeSuccessReply(answersByPath[path]) : { body: [] };
  });
  vi.resetModules();
  const [{ OrderScreen }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/order/order-screen.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: {
      permissions: ['WORK_ORDER', 'PRODUCTION', 'PROCESS_MODIFY'],
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    } as unknown as CurrentUser,
    remembered: false,
  });
  const router = createMemoryRouter([{ path: '/order/:id', element: <OrderScreen /> }], {
    initialEntries: ['/order/5'],
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(host.querySelector('.order-page')).not.toBeNull());
}

const readTableHeadings = (table: string) =>
  [...host.querySelectorAll(`${table} thead th`)].map(
    (cell) => cell.querySelector('.head-title')?.textContent,
  );
const readTableCells = (table: string) =>
  [...host.querySelectorAll(`${table} tbody tr :is(th, td)`)].map((cell) => cell.textContent);
const pressNamedButton = (name: string) =>
  host.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)!.click();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // The test document has no layout, and a table without a height renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  sessionStorage.clear();
  localStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the tables of an order, as the factory has arranged their columns', () => {
  it('show the reports with the columns of reports, and export the same rows', async () => {
    await renderOrderPage();
    await waitUntil(() => expect(readTableCells('.history-table')).toContain('H-report'));
    expect(readTableHeadings('.history-table').slice(0, 3)).toEqual(['良品', '炉号', '开始时间']);
    expect(readTableHeadings('.history-table')).not.toContain('人员');
    expect(readTableCells('.history-table').slice(0, 2)).toEqual(['4', 'H-report']);
    expect(host.querySelector<HTMLElement>('.history-table col')!.style.inlineSize).toBe('123px');
    pressNamedButton('导出报工历史');
    await waitUntil(() =>
      expect(sentCalls.some(({ path }) => path.includes('/mes/report/export'))).toBe(true),
    );
    const exportCall = sentCalls.find(({ path }) => path.includes('/mes/report/export'))!;
    expect(JSON.parse(exportCall.form['filter']!)).toEqual({
      processId: [7],
      endedAt: { from: '2000-01-01' },
      reversesId: null,
    });
  });

  it('show the processes of a part with the columns of processes', async () => {
    await renderOrderPage();
    await waitUntil(() => expect(host.querySelector('.process-card')).not.toBeNull());
    pressNamedButton('“工序”以表格显示');
    await waitUntil(() => expect(readTableCells('.process-table')).toContain('H-process'));
    expect(readTableHeadings('.process-table').slice(0, 3)).toEqual(['报废', '炉号', '名称']);
    expect(readTableHeadings('.process-table')).not.toContain('良品');
    expect(readTableHeadings('.process-table')).not.toContain('当前工序');
    expect(readTableCells('.process-table').slice(0, 3)).toEqual(['3', 'H-process', 'Turning']);
    // The name of a process leads to its card.
    host.querySelector<HTMLButtonElement>('button.process-name')!.click();
    await waitUntil(() => expect(host.querySelector('.process-card')).not.toBeNull());
  });

  it('show the parts with the columns of parts, and remember the choice of the view', async () => {
    await renderOrderPage();
    pressNamedButton('“零件”以表格显示');
    await waitUntil(() => expect(readTableCells('.part-table')).toContain('H-part'));
    expect(readTableHeadings('.part-table')[0]).toBe('炉号');
    expect(readTableHeadings('.part-table')).not.toContain('尺寸');
    root.unmount();
    root = createRoot(host);
    await renderOrderPage();
    await waitUntil(() => expect(readTableCells('.part-table')).toContain('H-part'));
  });
});

describe('the menu of a process', () => {
  it('opens its form as soon as its planned data is there, even if Edit was pressed before', async () => {
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    await renderOrderPage({ path: '/mes/process/page', until });
    await waitUntil(() => expect(host.textContent).toContain('Turning'));
    pressNamedButton('更多操作：Turning');
    const findEditItem = () =>
      [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
        (item) => item.textContent === '编辑',
      );
    await waitUntil(() => expect(findEditItem()).toBeDefined());
    findEditItem()!.click();
    const dialog = () => document.querySelector('[role="dialog"]');
    expect(dialog()).toBeNull();
    release();
    await waitUntil(() => expect(dialog()?.textContent).toContain('编辑“Turning”'));
  });
});

describe('the page of an order', () => {
  it('shows the processes that come with its summary, and does not ask for them', async () => {
    const path = '/mes/process/progress/summary';
    const summary = answersByPath[path];
    const processes = answersByPath['/mes/process/progress'];
    answersByPath[path] = { ...(summary as object), shownPart: { partId: 6, processes } };
    try {
      await renderOrderPage();
      await waitUntil(() => expect(host.querySelector('.process-card')).not.toBeNull());
      await waitUntil(() => expect(readTableCells('.history-table')).toContain('H-report'));
      expect(sentCalls.filter((call) => call.path === '/mes/process/progress')).toEqual([]);
      expect(sentCalls.find((call) => call.path === path)?.form['withShownPart']).toBe('true');
    } finally {
      answersByPath[path] = summary;
    }
  });
});
