import { act, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { PagedRows } from '#boards/kit/drawing/paged-rows.tsx';
import { TileHeadContext } from '#boards/kit/tile/tile-head.ts';
import { latestReports } from '#boards/widgets/latest-reports.tsx';
import { orderProgress } from '#boards/widgets/order-progress.tsx';

const TEST_ROW_HEIGHT_PX = 50;
let root: Root;
let host: HTMLElement;

const renderNode = (node: ReactNode) => act(async () => root.render(node));
const advanceTime = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const readVisibleRows = () => [...host.querySelectorAll('[data-row]')].map((row) => row.textContent);
const readHighlightedRows = () =>
  [...host.querySelectorAll('[data-row].is-changed')].map((row) => row.textContent);
const readPageNumber = () => host.querySelector('.page')?.textContent;

/** A tile whose header shows the page number. */
function TestTile({ children }: { children: ReactNode }) {
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <>
      <span className="page" ref={setHead} />
      <TileHeadContext value={head}>{children}</TileHeadContext>
    </>
  );
}
const makePagedList = (rows: readonly string[], seconds: number | null = 10) => (
  <TestTile>
    <PagedRows rows={rows} keyOf={(row) => row} pageSeconds={seconds} rowClass="" marksNew>
      {(row) => row}
    </PagedRows>
  </TestTile>
);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  // The test document has no layout, so the tile gets a height for two rows here.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2 * TEST_ROW_HEIGHT_PX + 20);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(TEST_ROW_HEIGHT_PX);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('rows in pages', () => {
  it('show each page for its time, and then begin again', async () => {
    await renderNode(makePagedList(['a', 'b', 'c', 'd', 'e']));
    expect([readVisibleRows(), readPageNumber()]).toEqual([['a', 'b'], '1/3']);
    await advanceTime(9_900);
    expect(readPageNumber()).toBe('1/3');
    await advanceTime(200);
    expect([readVisibleRows(), readPageNumber()]).toEqual([['c', 'd'], '2/3']);
    await advanceTime(10_000);
    expect([readVisibleRows(), readPageNumber()]).toEqual([['e'], '3/3']);
    await advanceTime(10_000);
    expect(readVisibleRows()).toEqual(['a', 'b']);
  });

  it('have no page number if one page holds them all', async () => {
    await renderNode(makePagedList(['a', 'b']));
    expect([readVisibleRows(), readPageNumber()]).toEqual([['a', 'b'], '']);
  });

  it('never show a page that no longer exists', async () => {
    await renderNode(makePagedList(['a', 'b', 'c', 'd', 'e']));
    await advanceTime(20_100);
    expect(readVisibleRows()).toEqual(['e']);
    await renderNode(makePagedList(['a', 'b', 'c']));
    expect([readVisibleRows(), readPageNumber()]).toEqual([['c'], '2/2']);
  });

  it('stay on the first page if they do not turn', async () => {
    await renderNode(makePagedList(['a', 'b', 'c'], null));
    await advanceTime(30_000);
    expect([readVisibleRows(), readPageNumber()]).toEqual([['a', 'b'], '']);
  });

  it('mark a new row for 600 ms, but mark no row because of a page change', async () => {
    await renderNode(makePagedList(['a', 'b', 'c']));
    expect(readHighlightedRows()).toEqual([]);
    await advanceTime(10_100);
    expect([readVisibleRows(), readHighlightedRows()]).toEqual([['c'], []]);
    await advanceTime(10_000);
    await renderNode(makePagedList(['new', 'a', 'b', 'c']));
    expect(readHighlightedRows()).toEqual(['new']);
    await advanceTime(700);
    expect(readHighlightedRows()).toEqual([]);
  });
});

describe('progress by order', () => {
  const makeOrder = (id: number, overrides: Partial<ReportRow>): ReportRow => ({
    id,
    code: `WO-${id}`,
    name: `N${id}`,
    customerName: `C${id}`,
    quantity: 10,
    completedQuantity: 1,
    progress: 99.97,
    dueDate: '2031-05-01',
    lateDays: 0,
    state: 'inProgress',
    ...overrides,
  });
  const Component = orderProgress.Component;
  const settings = { pageSeconds: 10, nameShown: 'name' };

  it('shows the most overdue orders first, marked by colour, shape and word', async () => {
    const rows = [
      makeOrder(1, {}),
      makeOrder(2, { state: 'completed', progress: 100 }),
      makeOrder(3, { lateDays: 2 }),
      makeOrder(4, { dueDate: null }),
      makeOrder(5, { lateDays: 12 }),
    ];
    await renderNode(<Component settings={settings} rows={rows} areRowsKnown />);
    expect(readVisibleRows()).toEqual(['WO-5N5991/10◆已逾期 12 天', 'WO-3N3991/10◆已逾期 2 天']);
    expect(host.querySelectorAll('.wall-late')).toHaveLength(2);
    await advanceTime(10_100);
    expect(readVisibleRows()).toEqual(['WO-1N1991/102031-05-01', 'WO-4N4991/10—']);
  });

  it('shows only two pages with the most overdue orders, not all 51 pages', async () => {
    const orders = Array.from({ length: 102 }, (_, index) => makeOrder(index + 1, { lateDays: 102 - index }));
    await renderNode(
      <TestTile>
        <Component settings={settings} rows={orders} areRowsKnown />
      </TestTile>,
    );
    const seenPages: string[] = [];
    for (let turn = 0; turn < 5; turn++) {
      seenPages.push(
        `${readPageNumber()} ${readVisibleRows()
          .map((row) => row.slice(0, 4))
          .join(' ')}`,
      );
      await advanceTime(10_000);
    }
    expect(new Set(seenPages)).toEqual(new Set(['1/2 WO-1 WO-2', '2/2 WO-3 WO-4']));
  });

  it('shows completed orders last', async () => {
    const rows = [makeOrder(2, { state: 'completed', progress: 100 }), makeOrder(1, {})];
    await renderNode(<Component settings={settings} rows={rows} areRowsKnown />);
    expect(readVisibleRows()).toEqual(['WO-1N1991/102031-05-01', 'WO-2N21001/10✓已完成']);
  });

  it('shows the customer instead of the name if the setting says so', async () => {
    await renderNode(
      <Component settings={{ ...settings, nameShown: 'customer' }} rows={[makeOrder(1, {})]} areRowsKnown />,
    );
    expect(readVisibleRows()[0]).toContain('C1');
    expect(readVisibleRows()[0]).not.toContain('N1');
  });
});

describe('the latest reports', () => {
  const Component = latestReports.Component;
  const makeReport = (id: number, at: string, overrides: Partial<ReportRow> = {}): ReportRow => ({
    id,
    at,
    orderCode: 'WO-1',
    partName: 'P',
    processName: 'Turning',
    deviceName: 'L-01',
    people: 'Wang',
    kind: 'finish',
    good: 0,
    scrap: 0,
    seconds: 60,
    ...overrides,
  });

  it('shows the newest first, with their results', async () => {
    const rows = [
      makeReport(1, '2020-01-01T00:00:00Z'),
      makeReport(2, '2020-01-03T01:00:00Z', { good: 6, scrap: 2 }),
      makeReport(3, '2020-01-03T02:00:00Z', { kind: 'start', people: '' }),
    ];
    await renderNode(<Component settings={{}} rows={rows} areRowsKnown />);
    expect(readVisibleRows()).toEqual(['01-03WO-1TurningL-01●开工', '01-03WO-1TurningWang■报废 2+6']);
  });
});
