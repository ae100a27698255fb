import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { widgets } from '#boards/widgets/index.ts';

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
  const call = (id: number, over: Partial<ReportRow> = {}): ReportRow => ({
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
    ...over,
  });
  const rows = () => [...host.querySelectorAll('[data-row]')].map((row) => row.textContent);
  const flashing = () =>
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

  it('stand in the order in which they are to be seen to, each with what, where, how far and who', async () => {
    await renderNode(
      <Component
        settings={settings}
        known
        rows={[
          call(1),
          call(2, { level: 2, asked: 'Maintenance' }),
          call(3, { stops: true, state: 'acknowledged', answeredBy: 'Zhao' }),
        ]}
      />,
    );
    expect(rows()).toEqual([
      'D3■T3⬢已响应 Zhao03:00',
      'D2▲T2◆2级 ▲待响应 Maintenance02:00',
      'D1▲T1▲待响应 Wang01:00',
    ]);
  });

  it('tick once a second without the tile being drawn again', async () => {
    await renderNode(<Component settings={settings} known rows={[call(5)]} />);
    const row = host.querySelector('[data-row]');
    await act(async () => vi.advanceTimersByTime(61_000));
    expect(host.querySelector('time')?.textContent).toBe('06:01');
    expect(host.querySelector('[data-row]')).toBe(row);
  });

  it('flash one at a time: the first that stops the work and that nobody has answered', async () => {
    const stops = { stops: true };
    await renderNode(
      <Component settings={settings} known rows={[call(1), call(2, stops), call(3, stops)]} />,
    );
    expect(flashing()).toEqual(['3']);
    const answered = call(3, { ...stops, state: 'acknowledged' });
    await renderNode(<Component settings={settings} known rows={[call(1), call(2, stops), answered]} />);
    expect(flashing()).toEqual(['2']);
    await renderNode(<Component settings={settings} known rows={[call(1), answered]} />);
    expect(flashing()).toEqual([]);
    await renderNode(<Component settings={settings} known rows={[]} />);
    expect(host.textContent).toContain('当前没有呼叫');
  });
});

describe('the devices', () => {
  const { Component } = widgets.find(({ type }) => type === 'deviceStates')!;
  const device = (id: number, state: string, over: Partial<ReportRow> = {}): ReportRow => ({
    id,
    code: `M-${id}`,
    state,
    since: new Date(Date.now() - 65.5 * 60_000).toISOString(),
    forgotten: false,
    callCode: null,
    ...over,
  });

  it('are counted by what they do, and those that stand come first, then those that call', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
    await renderNode(
      <Component
        settings={{ pageSeconds: 10 }}
        known
        rows={[
          device(1, 'idle'),
          device(2, 'running'),
          device(3, 'running', { callCode: 'A1' }),
          device(4, 'down'),
          device(5, 'running', { forgotten: true }),
          device(6, 'off'),
          device(7, 'setup'),
        ]}
      />,
    );
    expect([...host.querySelectorAll('.device-counts li')].map((count) => count.textContent)).toEqual([
      '■停机1',
      '⬢准备1',
      '●运行3',
      '○空闲1',
      '–休班1',
    ]);
    const codes = [...host.querySelectorAll('.device-code')].map((code) => code.textContent);
    expect(codes).toEqual(['M-4', 'M-3', 'M-5', 'M-7', 'M-2', 'M-6', 'M-1']);
    expect(host.querySelector('[data-row="4"]')?.textContent).toContain('1h05');
  });
});

describe('the shift', () => {
  const { Component } = widgets.find(({ type }) => type === 'currentShift')!;
  const shift = (over: Partial<ReportRow> = {}): ReportRow => ({
    shiftName: '早班',
    workDay: '2026-11-21',
    startsAt: '2026-11-21T00:00:00.000Z',
    endsAt: '2026-11-21T12:00:00.000Z',
    hasBegun: true,
    planned: 120,
    plannedNow: 40,
    actual: 33,
    difference: -7,
    scrap: 0,
    ...over,
  });

  it('says which it is, how long it lasts, and how it stands against what should be done by now', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-21T04:00:00Z');
    await renderNode(<Component settings={{}} known rows={[shift()]} />);
    expect(host.querySelector('.shift-clock')?.textContent).toBe('12:00');
    expect(host.textContent).toContain('早班');
    expect(host.textContent).toContain('08:00–20:00');
    expect(host.textContent).toContain('还剩 8 小时');
    expect([...host.querySelectorAll('dd')].map((figure) => figure.textContent)).toEqual(['40', '33', '−7']);
    expect(host.textContent).toContain('◆落后计划');
    await renderNode(<Component settings={{}} known rows={[shift({ difference: 3 })]} />);
    expect(host.textContent).toContain('✓超前计划');
    await renderNode(<Component settings={{}} known rows={[shift({ difference: 0 })]} />);
    expect(host.textContent).toContain('✓符合计划');
  });

  it('says when the next one begins, and that none is ahead', async () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-20T22:30:00Z');
    await renderNode(<Component settings={{}} known rows={[shift({ hasBegun: false })]} />);
    expect(host.textContent).toContain('1 小时 30 分后开始');
    await renderNode(<Component settings={{}} known rows={[]} />);
    expect(host.textContent).toContain('近期无排班');
  });
});

describe('the output of the groups', () => {
  const { Component } = widgets.find(({ type }) => type === 'outputByGroup')!;
  const group = (key: string, over: Partial<ReportRow> = {}): ReportRow => ({
    groupKey: key,
    groupCode: `G${key}`,
    groupName: `Group ${key}`,
    planned: 40,
    good: 12,
    scrap: 0,
    ...over,
  });

  it('says of each what was made of what was planned, and what was lost, by the code of the group', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
    const nobody = group('none', { groupCode: null, groupName: null });
    await renderNode(
      <Component
        settings={{ pageSeconds: 10 }}
        known
        rows={[nobody, group('10', { scrap: 3 }), group('2')]}
      />,
    );
    const names = [...host.querySelectorAll('.output-names span')].map((name) => name.textContent);
    expect(names).toEqual(['Group 2', 'Group 10', '未分班组']);
    const figures = [...host.querySelectorAll('[data-row]')].map((row) => row.textContent);
    expect(figures).toEqual(['12/40', '■312/40', '12/40']);
  });
});
