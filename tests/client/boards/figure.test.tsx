import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const widget = widgets.find(({ type }) => type === 'figure')!;
const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.parse('2026-11-20T16:00:00Z');
/** 10:30 in Shanghai. */
const host = registerChartHost('2026-11-21T02:30:00Z');

const makeSettings = (
  shownFigure: string,
  target: number | null = null,
  direction: string | null = null,
) => ({
  shownFigure,
  target,
  direction,
  workGroupId: null,
});
const makeHour = (hour: number, plannedNow: number, good: number, scrap = 0): ReportRow => ({
  startsAt: new Date(MIDNIGHT_MS + hour * HOUR_MS).toISOString(),
  endsAt: new Date(MIDNIGHT_MS + (hour + 1) * HOUR_MS).toISOString(),
  planned: 40,
  plannedNow,
  good,
  scrap,
});
const DAY_ROWS = [
  makeHour(8, 40, 30, 2),
  makeHour(9, 40, 50, 2),
  makeHour(10, 20, 15, 1),
  makeHour(11, 0, 0),
];
const drawWidget = (
  settings: ReturnType<typeof makeSettings>,
  rows: ReportRow[] = DAY_ROWS,
  areRowsKnown = true,
) => host.render(<widget.Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
const readFigureTexts = () => [...host.readTexts('.figure-value'), ...host.readTexts('.figure-state > *')];
/** Reads the vertical positions of the points of the line. */
const readLineHeights = () =>
  (host.element().querySelector('.chart-good')?.getAttribute('d') ?? '')
    .split(/[ML]/)
    .filter(Boolean)
    .map((pair) => Number(pair.split(',')[1]));

describe('a key figure', () => {
  beforeEach(() => host.layOut(400, 220));

  it('shows its value, and by colour, shape and word whether it reaches its target', async () => {
    await drawWidget(makeSettings('goodToday', 95));
    expect(readFigureTexts()).toEqual(['95', '✓达标', '目标 95']);
    await drawWidget(makeSettings('goodToday', 96));
    expect(readFigureTexts()).toEqual(['95', '◆未达标', '目标 96']);
    expect(host.element().querySelector('.figure-value.wall-late')).not.toBeNull();
    await drawWidget(makeSettings('goodToday', 96, 'lowerIsBetter'));
    expect(readFigureTexts()).toEqual(['95', '✓达标', '目标 96']);
    await drawWidget(makeSettings('goodToday'));
    expect(readFigureTexts()).toEqual(['95']);
  });

  it('is computed from the sums of the day; if it is a loss, a lower value is better', async () => {
    await drawWidget(makeSettings('scrapRateToday', 5));
    expect(readFigureTexts()).toEqual(['5 %', '✓达标', '目标 5 %']);
    await drawWidget(makeSettings('planAttainment', 95.5));
    expect(readFigureTexts()).toEqual(['95 %', '◆未达标', '目标 95.5 %']);
    const calls = [2, 5, 3].map((openCount, index) => ({
      startsAt: new Date(MIDNIGHT_MS + index * HOUR_MS).toISOString(),
      raised: 1,
      openCount,
    }));
    await drawWidget(makeSettings('openCalls', 2), calls.toReversed());
    expect(readFigureTexts()).toEqual(['3', '◆未达标', '目标 2']);
    expect(widget.source!(makeSettings('openCalls'), {})?.path).toBe('/mes/form/callsByHour');
    expect(widget.source!(makeSettings('goodToday'), { group: '7' })).toEqual({
      path: '/mes/form/outputByHour',
      params: { workGroupId: '7' },
    });
  });

  it('is unknown, not 0, before the data is loaded and when the divisor is 0', async () => {
    await drawWidget(makeSettings('goodToday', 10), [], false);
    expect(readFigureTexts()).toEqual(['—', '目标 10']);
    await drawWidget(makeSettings('planAttainment', 90), [makeHour(8, 0, 5), makeHour(9, 0, 0)]);
    expect(readFigureTexts()).toEqual(['—', '目标 90 %']);
  });

  it('draws its course until now on a scale that begins at 0, and its target', async () => {
    await drawWidget(makeSettings('goodToday', 190));
    // The value 0 is at y = 210, and the value 190 is at y = 10.
    expect(readLineHeights().map((y) => Math.round((210 - y) * 0.95))).toEqual([30, 80, 95]);
    expect(host.element().querySelector('.chart-target')?.getAttribute('y1')).toBe('10');
    await drawWidget(makeSettings('goodToday'), [makeHour(8, 1, 5)]);
    expect(readLineHeights()).toEqual([]);
  });

  it('accepts 500 rows', async () => {
    await drawWidget(
      makeSettings('goodToday'),
      Array.from({ length: 500 }, (_, index) => makeHour(index - 495, 1, 2)),
    );
    // All hours are before 10:30, so the line has a point for each hour.
    expect(readLineHeights()).toHaveLength(500);
    expect(readFigureTexts()).toEqual(['1000']);
  });
});
