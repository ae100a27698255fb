import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { date, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import {
  makeSuccessReply,
  makeRefusedReply,
  makeServerKeyPair,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const REPORT_PATH = '/mes/form/some';
const serverKeyPair = makeServerKeyPair('k1');
const testReport: ReportDescriptor = {
  name: 'orderProgress',
  path: REPORT_PATH,
  page: 'employee/daily/details',
  permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  parameters: {
    from: date({ label: 'rangeFrom' }),
    to: date({ label: 'rangeTo' }),
    employeeId: ref('employee'),
  },
  period: { days: 7, most: 92 },
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    employeeId: { field: ref('employee'), label: 'employee', hidden: true },
    name: { field: text({ required: true }), label: 'name' },
    runSeconds: { field: number({ unit: 'seconds', decimals: 0 }), label: 'runTime', total: true },
    good: { field: quantity(), label: 'good', total: true },
  },
  rowKey: ['day', 'employeeId'],
  watches: ['workReport'],
  details: {
    page: 'employee/daily/reports',
    parameters: { from: 'day', to: 'day', employeeId: 'employeeId' },
    narrowed: { runSeconds: { phase: 'run' } },
  },
};
const reportRows: ReportRow[] = [
  { day: '2026-03-02', employeeId: 7, name: '吴伟', runSeconds: 7200, good: 0.1 },
  { day: '2026-03-03', employeeId: 8, name: '李芳', runSeconds: 4800, good: 0.2 },
  { day: '2026-03-03', employeeId: 9, name: '陈静', runSeconds: 0, good: 0 },
];

const NO_COLUMN_SETTINGS = {
  own: { version: 0, columns: [] },
  factoryDefault: { version: 0, columns: [] },
  customs: [],
};
/** The column settings that the stubbed server returns. */
let columnSettings: Record<string, unknown> = NO_COLUMN_SETTINGS;
let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
/** Returns the report parameters of each call of the report. */
const listRequestedParameters = () =>
  sentCalls
    .filter((call) => call.path === REPORT_PATH)
    .map(({ form }) =>
      Object.fromEntries(Object.entries(form).filter(([name]) => name in testReport.parameters)),
    );
const readCellTexts = (row: Element) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
const readTable = () =>
  [...host.querySelectorAll('tbody tr[data-index]')].map((row) => readCellTexts(row).slice(0, -1));

/** Signs in and opens the report's page at an address. */
async function openReportPage(address: string, makeReply: () => ReturnType<typeof makeSuccessReply>) {
  sentCalls = stubFetch(({ path }) =>
    path === REPORT_PATH
      ? makeReply()
      : path === '/mes/login/key'
        ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
        : path.startsWith('/mes/system/column/')
          ? makeSuccessReply(columnSettings)
          : { body: [] },
  );
  vi.resetModules();
  const [{ ReportPage }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/crud/report/report-page.tsx'),
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
  const router = createMemoryRouter([{ path: '*', element: <ReportPage report={testReport} /> }], {
    initialEntries: [address],
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

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
  columnSettings = NO_COLUMN_SETTINGS;
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the page of a report', () => {
  it('requests the parameters of its address, and shows rows and totals', async () => {
    await openReportPage('/forms/employee/daily/details?from=2026-03-01&to=2026-03-31&employeeId=x', () =>
      makeSuccessReply({ rows: reportRows, at: '2026-03-31T00:00:00Z' }),
    );
    await waitUntil(() => expect(readTable()).toHaveLength(3));
    expect(listRequestedParameters()).toEqual([{ from: '2026-03-01', to: '2026-03-31' }]);
    expect(readTable()[0]).toEqual(['2026-03-02', '吴伟', '2 小时', '0.1']);
    expect(readCellTexts(host.querySelector('tfoot tr')!)).toEqual(['合计', '', '3 小时 20 分', '0.3', '']);
  });

  it('links each row and each figure to the reports that it sums', async () => {
    await openReportPage('/', () => makeSuccessReply({ rows: reportRows, at: '' }));
    await waitUntil(() => expect(readTable()).toHaveLength(3));
    const links = [...host.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'));
    const makeDetailsHref = (id: number, day: string) =>
      `/forms/employee/daily/reports?from=${day}&to=${day}&employeeId=${id}`;
    expect(links).toEqual([
      makeDetailsHref(7, '2026-03-02'),
      `${makeDetailsHref(7, '2026-03-02')}&phase=run`,
      makeDetailsHref(8, '2026-03-03'),
      `${makeDetailsHref(8, '2026-03-03')}&phase=run`,
      // A zero has no link to details.
      makeDetailsHref(9, '2026-03-03'),
    ]);
  });

  it('sorts when the user clicks a heading, and stores the order in the address', async () => {
    const router = await openReportPage('/', () => makeSuccessReply({ rows: reportRows, at: '' }));
    await waitUntil(() => expect(readTable()).toHaveLength(3));
    const sortButton = [...host.querySelectorAll<HTMLButtonElement>('.head-sort')].find((button) =>
      button.textContent?.startsWith('良品'),
    )!;
    sortButton.click();
    await waitUntil(() => expect(readTable().map((row) => row[3])).toEqual(['0', '0.1', '0.2']));
    expect(router.state.location.search).toBe('?sort=good');
    // Sorting does not request the rows again.
    expect(listRequestedParameters()).toHaveLength(1);
  });

  it('applies the column settings, and saves a width that the user sets by keyboard', async () => {
    const ownColumns = [
      { columnField: 'good', align: 'center', columnWidth: 120, isGridShow: 1, columnOrder: 1 },
      { columnField: 'day', align: 'start', columnWidth: null, isGridShow: 1, columnOrder: 2 },
      { columnField: 'name', align: 'start', columnWidth: null, isGridShow: 0, columnOrder: 3 },
    ];
    columnSettings = { ...NO_COLUMN_SETTINGS, own: { version: 1, columns: ownColumns } };
    await openReportPage('/', () => makeSuccessReply({ rows: reportRows, at: '' }));
    await waitUntil(() => expect(readTable()).toHaveLength(3));
    expect(readTable()[0]).toEqual(['0.1', '2026-03-02', '2 小时']);
    const edge = host.querySelector<HTMLElement>('[role="separator"]')!;
    expect(edge.getAttribute('aria-valuenow')).toBe('120');
    edge.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await waitUntil(() => expect(edge.getAttribute('aria-valuenow')).toBe('136'));
    await waitUntil(() => expect(sentCalls.at(-1)?.path).toBe('/mes/system/column/saveOwn'));
    const savedColumns = JSON.parse(sentCalls.at(-1)!.form['columns']!) as {
      columnField: string;
      columnWidth: number;
    }[];
    expect(savedColumns.map((column) => [column.columnField, column.columnWidth])).toEqual([
      ['good', 136],
      ['day', null],
      ['name', null],
      ['runSeconds', null],
    ]);
  });

  it('says what to do if there are no rows, and after an error', async () => {
    let isFailing = true;
    await openReportPage('/?from=2026-03-01', () =>
      isFailing ? makeRefusedReply(500, {}) : makeSuccessReply({ rows: [], at: '' }),
    );
    await waitUntil(() => expect(host.querySelector('.table-empty')?.textContent).toContain('重试'));
    isFailing = false;
    [...host.querySelectorAll<HTMLButtonElement>('.table-empty button')]
      .find((button) => button.textContent === '重试')!
      .click();
    await waitUntil(() =>
      expect(host.querySelector('.table-empty')?.textContent).toContain('换一个时间范围'),
    );
    expect(host.querySelector('tfoot')).toBeNull();
  });
});
