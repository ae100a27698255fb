import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { formatHours } from '#boards/kit/drawing/format-hours.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component } = widgets.find(({ type }) => type === 'stopPareto')!;
const host = registerChartHost('2026-11-21T06:00:00Z');
const settings = { period: 'lastSevenDays', workGroupId: null };

const makeReason = (key: string, minutes: number, stopCount = 1): ReportRow => ({
  reasonKey: key,
  reasonName: /^\d+$/.test(key) ? `Fault ${key}` : null,
  stopCount,
  seconds: minutes * 60,
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
  host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
const readNumbers = (selector: string, name: string) =>
  [...host.element().querySelectorAll(selector)].map((element) =>
    Math.round(Number(element.getAttribute(name))),
  );

describe('the downtime by reason', () => {
  // At this height, the tile shows five rows.
  beforeEach(() => host.layOut(600, 250));

  it('ranks the reasons, and adds up their shares from the longest to the shortest', async () => {
    await drawWidget([makeReason('report', 10), makeReason('7', 60, 3), makeReason('repair', 30)]);
    expect(host.readTexts('.pareto-names > span')).toEqual(['Fault 7', '维修', '仅报停机']);
    expect(host.readTexts('[data-row]')).toEqual(['1h0060 %', '30′90 %', '10′100 %']);
    expect(host.readTexts('.chart-figures > *')).toEqual(['■停机1h40', '5 ×']);
    expect(readNumbers('.pareto-bar', 'width')).toEqual([600, 300, 100]);
    // The line reaches 100 % at 8 pixels before the right edge, so that the last point is not cut off.
    expect(readNumbers('.pareto-point', 'cx')).toEqual([355, 533, 592]);
  });

  it('adds up, in the last row, the reasons that do not fit', async () => {
    await drawWidget(Array.from({ length: 500 }, (_, index) => makeReason(String(index), 500 - index)));
    expect(host.readTexts('.pareto-names > span')).toEqual([
      'Fault 0',
      'Fault 1',
      'Fault 2',
      'Fault 3',
      '其他 496 项',
    ]);
    const restMinutes = (496 * 497) / 2;
    expect(host.readTexts('[data-row]').at(-1)).toBe(`${formatHours(restMinutes * 60)}100 %`);
    expect(host.element().querySelectorAll('.is-rest')).toHaveLength(1);
  });

  it('shows the first reason if only one fits', async () => {
    host.layOut(400, 60);
    await drawWidget([makeReason('1', 30), makeReason('2', 90)]);
    expect(host.readTexts('.pareto-names > span')).toEqual(['Fault 2']);
    expect(host.readTexts('[data-row]')).toEqual(['1h3075 %']);
  });

  it('distinguishes no downtime from data that is not loaded yet', async () => {
    await drawWidget([makeReason('1', 0)]);
    expect(host.element().textContent).toBe('○没有停机');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});

describe('a total duration', () => {
  it('is given in seconds, minutes or hours, but not in days', () => {
    expect([59, 60, 3599, 3600, 3660, 100 * 3600].map(formatHours)).toEqual([
      '59″',
      '1′',
      '59′',
      '1h00',
      '1h01',
      '100h00',
    ]);
  });
});
