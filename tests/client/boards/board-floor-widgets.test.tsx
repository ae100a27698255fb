import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { widgets as registry } from '#boards/widgets/index.ts';

const widgets = await registry.all.fetch();

let root: Root;
let host: HTMLElement;

const renderNode = (node: React.ReactNode) => act(async () => root.render(node));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the open calls', () => {
  const { Component } = widgets.find(({ type }) => type === 'openCalls')!;
  const settings = { pageSeconds: 10 };
  const makeCall = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
    id,
    typeName: `T${id}`,
    stops: false,
    state: 'raised',
    deviceName: `D${id}`,
    processName: null,
    groupName: null,
    raisedAt: new Date(Date.now() - id * 60_000).toISOString(),
    raisedBy: 'Wang',
    answeredBy: null,
    level: 0,
    asked: null,
    ...overrides,
  });
  const readRowTexts = () => [...host.querySelectorAll('[data-row]')].map((row) => row.textContent);
  const listFlashingRowIds = () =>
    [...host.querySelectorAll('.is-flashing')].map((lamp) =>
      lamp.closest('[data-row]')?.getAttribute('data-row'),
    );

  beforeEach(() => {
    // The test document has no layout, so the tile gets a height for five rows here.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-21T02:00:00Z');
  });

  it('are sorted by urgency, and show the device, the type, the state and the person', async () => {
    await renderNode(
      <Component
        settings={settings}
        areRowsKnown
        rows={[
          makeCall(1),
          makeCall(2, { level: 2, asked: 'Maintenance' }),
          makeCall(3, { stops: true, state: 'acknowledged', answeredBy: 'Zhao' }),
        ]}
      />,
    );
    expect(readRowTexts()).toEqual([
      'D3■T3⬢Zhao 响应3 分',
      'D2▲T2◆2级 ▲Wang 呼叫 Maintenance2 分',
      'D1▲T1▲Wang 呼叫1 分',
    ]);
  });

  it('show their waiting time as "16 min", and who answers or, without an answer, who called', async () => {
    const callOnSite = makeCall(16, { state: 'onSite', answeredBy: 'Zhao' });
    await renderNode(
      <Component settings={settings} areRowsKnown rows={[callOnSite, makeCall(200), makeCall(3 * 1440)]} />,
    );
    expect([...host.querySelectorAll('time')].map((time) => time.textContent)).toEqual([
      '3 天',
      '3 小时 20 分',
      '16 分',
    ]);
    expect([...host.querySelectorAll('.call-state')].map((state) => state.textContent)).toEqual([
      '▲Wang 呼叫',
      '▲Wang 呼叫',
      '●Zhao 到场',
    ]);
    // The waiting time changes only when the next minute is complete.
    await act(async () => vi.advanceTimersByTime(59_000));
    expect([...host.querySelectorAll('time')].at(-1)?.textContent).toBe('16 分');
  });

  it('update their waiting time without replacing their row', async () => {
    await renderNode(<Component settings={settings} areRowsKnown rows={[makeCall(5)]} />);
    const row = host.querySelector('[data-row]');
    await act(async () => vi.advanceTimersByTime(61_000));
    expect(host.querySelector('time')?.textContent).toBe('6 分');
    expect(host.querySelector('[data-row]')).toBe(row);
  });

  it('flash one at a time: the first unanswered call that stops the work', async () => {
    const stopOverrides = { stops: true };
    await renderNode(
      <Component
        settings={settings}
        areRowsKnown
        rows={[makeCall(1), makeCall(2, stopOverrides), makeCall(3, stopOverrides)]}
      />,
    );
    expect(listFlashingRowIds()).toEqual(['3']);
    const answeredCall = makeCall(3, { ...stopOverrides, state: 'acknowledged' });
    await renderNode(
      <Component
        settings={settings}
        areRowsKnown
        rows={[makeCall(1), makeCall(2, stopOverrides), answeredCall]}
      />,
    );
    expect(listFlashingRowIds()).toEqual(['2']);
    await renderNode(<Component settings={settings} areRowsKnown rows={[makeCall(1), answeredCall]} />);
    expect(listFlashingRowIds()).toEqual([]);
    await renderNode(<Component settings={settings} areRowsKnown rows={[]} />);
    expect(host.textContent).toContain('当前没有呼叫');
  });
});

describe('the devices', () => {
  const { Component } = widgets.find(({ type }) => type === 'deviceStates')!;
  const makeDevice = (id: number, state: string, overrides: Partial<ReportRow> = {}): ReportRow => ({
    id,
    code: `M-${id}`,
    name: `Lathe ${id}`,
    state,
    since: new Date(Date.now() - 65.5 * 60_000).toISOString(),
    forgotten: false,
    callCode: null,
    ...overrides,
  });

  const readNames = () => [...host.querySelectorAll('.device-name')].map((name) => name.textContent);
  /** The test document has no layout, so the grid gets a size and a text size here. */
  const layOut = (width: number, height: number) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
    host.style.fontSize = '42px';
  };

  it('are counted by state, and are sorted by name in one grid', async () => {
    layOut(740, 500);
    const rows = [
      makeDevice(10, 'idle'),
      makeDevice(2, 'running'),
      makeDevice(3, 'running', { callCode: 'A1' }),
      makeDevice(4, 'down'),
      makeDevice(5, 'running', { forgotten: true }),
      makeDevice(6, 'off'),
      makeDevice(7, 'setup'),
    ];
    await renderNode(<Component settings={{ pageSeconds: 10 }} areRowsKnown rows={rows} />);
    expect([...host.querySelectorAll('.state-counts li')].map((count) => count.textContent)).toEqual([
      '■停机1',
      '⬢准备1',
      '●运行3',
      '○空闲1',
      '–休班1',
    ]);
    const names = ['Lathe 2', 'Lathe 3', 'Lathe 4', 'Lathe 5', 'Lathe 6', 'Lathe 7', 'Lathe 10'];
    expect(readNames()).toEqual(names);
    expect(host.querySelector('[data-row="4"]')?.textContent).toContain('1h05');
    // A device keeps its place in the grid when it stops.
    await renderNode(
      <Component
        settings={{ pageSeconds: 10 }}
        areRowsKnown
        rows={rows.map((row) => (row['id'] === 10 ? { ...row, state: 'down' } : row))}
      />,
    );
    expect(readNames()).toEqual(names);
  });

  it('are split into pages if they do not fit, those that need help first, with slightly smaller text', async () => {
    vi.useFakeTimers();
    layOut(740, 560);
    const rows = Array.from({ length: 40 }, (_, index) =>
      makeDevice(index + 1, index === 39 ? 'down' : 'idle'),
    );
    await renderNode(<Component settings={{ pageSeconds: 10 }} areRowsKnown rows={rows} />);
    const grid = host.querySelector<HTMLElement>('.device-grid')!;
    expect(grid.style.getPropertyValue('--scale')).toBe('0.86');
    expect(readNames()).toHaveLength(22);
    expect(readNames().slice(0, 2)).toEqual(['Lathe 40', 'Lathe 1']);
    await act(() => vi.advanceTimersByTime(10_000));
    expect(readNames()).toEqual(Array.from({ length: 18 }, (_, index) => `Lathe ${index + 22}`));
  });
});

describe('the shift', () => {
  const { Component } = widgets.find(({ type }) => type === 'currentShift')!;
  const makeShift = (overrides: Partial<ReportRow> = {}): ReportRow => ({
    shiftName: '早班',
    workDay: '2026-11-21',
    startsAt: '2026-11-21T00:00:00.000Z',
    endsAt: '2026-11-21T12:00:00.000Z',
    hasBegun: true,
    scrapRate: 2.5,
    taktSeconds: 36,
    actualTaktSeconds: 41.2,
    ...overrides,
  });
  const readFigures = () => [...host.querySelectorAll('dd')].map((figure) => figure.textContent);

  it('shows its name, times, scrap rate and takt, but not the current time', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-21T04:20:00Z');
    await renderNode(<Component settings={{}} areRowsKnown rows={[makeShift()]} />);
    expect(host.textContent).toContain('早班');
    expect(host.textContent).toContain('08:00–20:00');
    expect(host.querySelector('.shift-left')?.textContent).toBe('还剩 7 小时 40 分');
    expect(host.textContent).not.toContain('12:20');
    expect(readFigures()).toEqual(['2.5 %', '41 秒', '36 秒']);
    expect(host.textContent).toContain('◆实际节拍');
    const fastShift = makeShift({ actualTaktSeconds: 30, scrapRate: null, taktSeconds: 900 });
    await renderNode(<Component settings={{}} areRowsKnown rows={[fastShift]} />);
    expect(readFigures()).toEqual(['—', '30 秒', '15 分']);
    expect(host.textContent).not.toContain('◆');
  });

  it('shows when the next shift begins, or that there is none', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-20T22:30:00Z');
    await renderNode(<Component settings={{}} areRowsKnown rows={[makeShift({ hasBegun: false })]} />);
    expect(host.textContent).toContain('1 小时 30 分后开始');
    await renderNode(<Component settings={{}} areRowsKnown rows={[]} />);
    expect(host.textContent).toContain('近期无排班');
  });
});

describe('the output of the groups', () => {
  const { Component } = widgets.find(({ type }) => type === 'outputByGroup')!;
  const makeGroup = (key: string, overrides: Partial<ReportRow> = {}): ReportRow => ({
    groupKey: key,
    groupCode: `G${key}`,
    groupName: `Group ${key}`,
    planned: 40,
    good: 12,
    scrap: 0,
    ...overrides,
  });

  it('shows the good, planned and scrap quantities of each group, sorted by group code', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
    const rowWithoutGroup = makeGroup('none', { groupCode: null, groupName: null });
    await renderNode(
      <Component
        settings={{ pageSeconds: 10 }}
        areRowsKnown
        rows={[rowWithoutGroup, makeGroup('10', { scrap: 3 }), makeGroup('2')]}
      />,
    );
    const names = [...host.querySelectorAll('.output-names span')].map((name) => name.textContent);
    expect(names).toEqual(['Group 2', 'Group 10', '未分班组']);
    const figures = [...host.querySelectorAll('[data-row]')].map((row) => row.textContent);
    expect(figures).toEqual(['12/40', '■312/40', '12/40']);
  });
});
