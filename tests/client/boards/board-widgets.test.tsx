import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { LANGS, type TermsByKey } from '#shared/kernel/lang.ts';
import { terms } from '#shared/terms/index.ts';
import { reports } from '#server/reports/index.ts';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { BOARD_FORMAT_VERSION, DEFAULT_STAGE, readBoard } from '#shared/boards/board.ts';
import { BoardView } from '#boards/kit/board-view.tsx';
import { ChangedValue } from '#boards/kit/drawing/changed-value.tsx';
import { readTileSettings } from '#boards/kit/read-tile-settings.ts';
import { registerWidgets } from '#boards/kit/widget-codes.ts';
import { defineWidget, type Widget } from '#boards/kit/widget.ts';
import { widgets as registry } from '#boards/widgets/index.ts';

const widgets = await registry.all.fetch();
let root: Root;
let host: HTMLElement;

const renderNode = (node: React.ReactNode) => act(async () => root.render(<StrictMode>{node}</StrictMode>));
const makeTile = (type: string, settings = {}, x = 0) => ({
  type,
  version: 1,
  settings,
  x,
  y: 0,
  w: 6,
  h: 6,
});
const makeBoard = (tiles: unknown[]) =>
  readBoard({
    format: BOARD_FORMAT_VERSION,
    stage: DEFAULT_STAGE,
    theme: { text: 42 },
    variables: {},
    tiles,
  });
const readCellTexts = () => [...host.querySelectorAll('.board-cell')].map((cell) => cell.textContent);

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

describe('every widget', () => {
  it('gets its rows from an existing report with valid parameters, and has terms for its labels', () => {
    const types = new Set<string>();
    const problems: string[] = [];
    for (const widget of widgets) {
      const { type, version } = widget;
      if (types.has(type)) problems.push(`${type} stands there twice`);
      types.add(type);
      const labels = Object.entries(widget.settings).map(([name, field]) => getFieldLabel(name, field));
      const allTerms: TermsByKey = { ...terms, ...widget.words };
      for (const label of [widget.title, ...labels]) {
        if (allTerms[label]?.length !== LANGS.length) problems.push(`${type}: there is no word ${label}`);
      }
      const settings = readTileSettings(widget, { ...makeTile(type), version })!;
      const source = widget.source?.(settings, {});
      if (!source) continue;
      const { path, params } = source;
      const report = reports.find((candidate) => candidate.path === path);
      if (!report) problems.push(`${type}: there is no report ${path}`);
      else if (validateRecord(report.parameters, params).problems)
        problems.push(`${type}: ${path} refuses its parameters`);
    }
    expect(problems).toEqual([]);
    expect(types.size).toBeGreaterThan(0);
    console.log(`checked ${types.size} widgets`);
  });

  it.each(widgets.map((widget) => [widget.type, widget] as const))(
    '%s accepts meaningless rows',
    async (_type, widget) => {
      const settings = readTileSettings(widget, { ...makeTile(widget.type), version: widget.version })!;
      const oddRows: ReportRow[] = [
        {},
        { id: null, code: 5, at: 'never', progress: 'x', groupKey: true, good: null },
      ];
      const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await renderNode(<widget.Component settings={settings} rows={oddRows} areRowsKnown />);
      await renderNode(<widget.Component settings={settings} rows={[]} areRowsKnown={false} />);
      expect(host.textContent).not.toContain('NaN');
      expect(host.textContent).not.toContain('undefined');
      for (const [message] of consoleError.mock.calls) expect(String(message)).toContain('unique "key"');
    },
  );
});

describe('the plan of today', () => {
  const planWidget = widgets.find(({ type }) => type === 'planActualToday')!;
  const settings = { pageSeconds: 10 };

  const makeTotal = (overrides: Partial<ReportRow>): ReportRow => ({
    groupKey: 'total',
    groupName: null,
    planned: 1363,
    plannedNow: 741,
    actual: 950,
    difference: -413,
    differenceNow: 209,
    ...overrides,
  });
  const readFigures = () => [...host.querySelectorAll('dl > div')].map((row) => row.textContent);

  it('has actual − planned by now as its largest figure, with word, arrow, sign and colour; what remains is small', async () => {
    await renderNode(<planWidget.Component settings={settings} rows={[makeTotal({})]} areRowsKnown />);
    expect(host.querySelector('strong')?.textContent).toBe('↑+209');
    expect(host.querySelector('.plan-label')?.textContent).toBe('✓超前计划');
    expect(readFigures()).toEqual(['至今计划741', '实际950', '待完成413', '计划1363']);
    expect(host.querySelector('.plan-rest')?.textContent).toBe('待完成413');

    const behindRow = makeTotal({ actual: 700, differenceNow: -41, difference: -663 });
    await renderNode(<planWidget.Component settings={settings} rows={[behindRow]} areRowsKnown />);
    expect(host.querySelector('strong')?.textContent).toBe('↓−41');
    expect(host.querySelector('strong')?.className).toBe('wall-late');
    expect(host.querySelector('.plan-label')?.textContent).toBe('◆落后计划');

    const evenRow = makeTotal({ actual: 741, differenceNow: 0 });
    await renderNode(<planWidget.Component settings={settings} rows={[evenRow]} areRowsKnown />);
    expect(host.querySelector('strong')?.textContent).toBe('0');
    expect(host.querySelector('.plan-label')?.textContent).toBe('✓符合计划');
  });

  it('says when the plan of the day is met, and that nothing is planned', async () => {
    const metRow = makeTotal({ actual: 1400, differenceNow: 659, difference: 37 });
    await renderNode(<planWidget.Component settings={settings} rows={[metRow]} areRowsKnown />);
    expect(readFigures()[2]).toBe('✓已达成+37');
    const unplannedRow = makeTotal({ planned: 0, plannedNow: 0, actual: 0, difference: 0, differenceNow: 0 });
    await renderNode(<planWidget.Component settings={settings} rows={[unplannedRow]} areRowsKnown />);
    expect(host.querySelector('.plan-label')?.textContent).toBe('○无计划');
  });

  it('shows an unknown value as "—", never as 0', async () => {
    await renderNode(<planWidget.Component settings={settings} rows={[]} areRowsKnown={false} />);
    expect(host.querySelector('strong')?.textContent).toBe('—');
    expect(host.textContent).not.toContain('0');
  });
});

describe('a board with faulty tiles', () => {
  const orderProgress = () => import('#boards/widgets/order-progress.tsx');
  const crashingWidget: Widget = defineWidget({
    type: 'crashing',
    version: 1,
    title: 'difference',
    area: 'production',
    size: { w: 6, h: 6, minW: 1, minH: 1 },
    settings: {},
    source: () => ({ path: '/mes/form/planActualToday', params: {} }),
    Component: () => {
      throw new Error('This widget always fails');
    },
  });
  const widgetWithoutSource: Widget = {
    ...crashingWidget,
    type: 'sourceless',
    source: () => {
      throw new Error('This source always fails');
    },
  };

  it('shows the other tiles, and says what is wrong in the place of each faulty tile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const board = makeBoard([
      makeTile('planActualToday'),
      makeTile('ofAnotherBuild'),
      makeTile('orderProgress', { pageSeconds: 1 }),
      { type: 'cut off' },
      makeTile('crashing'),
      makeTile('sourceless'),
    ]);
    const widgetsWithFailures = registerWidgets({
      planActualToday: () => import('#boards/widgets/plan-actual-today.tsx'),
      orderProgress,
      crashing: async () => ({ crashing: crashingWidget }),
      sourceless: async () => ({ sourceless: widgetWithoutSource }),
    });
    await renderNode(<BoardView board={board} widgets={widgetsWithFailures} />);
    const [planText, unknownText, settingsText, brokenText, crashedText, sourcelessText] = readCellTexts();
    expect(planText).toContain('今日产量');
    expect(unknownText).toContain('没有“ofAnotherBuild”这种组件');
    expect(settingsText).toContain('“工单进度”的设置不正确');
    expect(brokenText).toContain('此处内容无法读取');
    expect(crashedText).toContain('差异');
    expect(crashedText).toContain('显示出错');
    expect(sourcelessText).toContain('显示出错');
  });

  it('waits for a widget whose code does not arrive, and draws it once it is there', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { byType, ...otherRegistries } = registerWidgets({ orderProgress });
    let isServerUp = false;
    let retry = () => undefined as void;
    const delayedCode = new FetchedCode<Widget>(
      async () => {
        if (!isServerUp) throw new TypeError('Failed to fetch dynamically imported module');
        return (await import('#boards/widgets/latest-reports.tsx')).latestReports;
      },
      () => new Promise((resolve) => (retry = resolve)),
    );
    const codes = { ...otherRegistries, byType: new Map([...byType, ['latestReports', delayedCode]]) };
    await renderNode(
      <BoardView
        board={makeBoard([makeTile('orderProgress'), makeTile('latestReports', {}, 6)])}
        widgets={codes}
      />,
    );
    await vi.waitFor(() => expect(readCellTexts()[1]).toContain('正在等待服务器'));
    expect(readCellTexts()[0]).toContain('工单进度');
    isServerUp = true;
    await act(async () => retry());
    await vi.waitFor(() => expect(readCellTexts()[1]).toContain('最近报工'));
  });

  it('draws a failed widget again after ten seconds', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let shouldFail = true;
    const recovering: Widget = {
      ...crashingWidget,
      Component: () => {
        if (shouldFail) throw new Error('Not yet');
        return <p>here it is</p>;
      },
    };
    await renderNode(
      <BoardView
        board={makeBoard([makeTile('crashing')])}
        widgets={registerWidgets({ crashing: async () => ({ crashing: recovering }) })}
      />,
    );
    expect(readCellTexts()[0]).toContain('显示出错');
    shouldFail = false;
    await act(async () => vi.advanceTimersByTime(10_500));
    expect(readCellTexts()[0]).toContain('here it is');
  });
});

describe('a value that changes', () => {
  const isMarked = () => host.querySelector('.is-changed') !== null;

  it('is marked for 600 ms, but not when it becomes known', async () => {
    vi.useFakeTimers();
    await renderNode(<ChangedValue>—</ChangedValue>);
    await renderNode(<ChangedValue>5</ChangedValue>);
    expect(isMarked()).toBe(false);
    await renderNode(<ChangedValue>6</ChangedValue>);
    expect(isMarked()).toBe(true);
    await act(async () => vi.advanceTimersByTime(500));
    expect(isMarked()).toBe(true);
    await renderNode(<ChangedValue>7</ChangedValue>);
    await act(async () => vi.advanceTimersByTime(500));
    expect(isMarked()).toBe(true);
    await act(async () => vi.advanceTimersByTime(150));
    expect(isMarked()).toBe(false);
  });
});
