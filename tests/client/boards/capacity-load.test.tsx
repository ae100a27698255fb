import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component, source } = widgets.find(({ type }) => type === 'capacityLoad')!;
const host = registerChartHost('2026-11-21T06:00:00Z');
const settings = {
  workGroupId: null,
  capacityAxis: 'deviceHours',
  loadStep: 'loadByDay',
  periodCount: 3,
  pageSeconds: 10,
};

/** Makes a row; the load and the capacities are in minutes. */
const makeRow = (
  key: string,
  firstDay: string,
  loadMinutes: number,
  normalMinutes: number,
  fields = {},
): ReportRow => ({
  groupKey: key,
  groupCode: key === 'none' ? null : `G${key}`,
  groupName: key === 'none' ? null : `Group ${key}`,
  firstDay,
  lastDay: firstDay,
  load: loadMinutes,
  normal: normalMinutes,
  maximum: normalMinutes,
  overdue: 0,
  unplanned: 0,
  withoutEstimate: 0,
  ...fields,
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
  host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
/** Reads the state of each cell of a group, and its text with the word for screen readers. */
const readCells = (key: string) =>
  [...host.element().querySelectorAll(`[data-row="${key}"] .load-cell`)].map((cell) => [
    /is-(\w+)/.exec(cell.className)![1],
    cell.textContent,
  ]);

describe('the capacity load of several groups', () => {
  beforeEach(() => host.layOut(620, 250));

  it('shows each period in percent, with a shape and a word', async () => {
    await drawWidget([
      makeRow('10', '2026-11-22', 432, 480, { unplanned: 90, withoutEstimate: 4 }),
      makeRow('10', '2026-11-21', 481, 480, { unplanned: 90, withoutEstimate: 4 }),
      makeRow('none', '2026-11-21', 60, 0),
      makeRow('none', '2026-11-22', 0, 0),
      makeRow('2', '2026-11-21', 120, 480),
      makeRow('2', '2026-11-22', 0, 480),
    ]);
    expect(host.readTexts('[data-row] > .cut')).toEqual(['Group 2', 'Group 10', '未分班组']);
    expect(readCells('10')).toEqual([
      ['overloaded', '■超负荷101'],
      ['nearlyFull', '◆将满90'],
    ]);
    expect(readCells('2')).toEqual([
      ['hasRoom', '有余量25'],
      ['free', '没有工作'],
    ]);
    expect(readCells('none')).toEqual([
      ['noCapacity', '▲无产能—'],
      ['free', '没有工作'],
    ]);
    expect(host.readTexts('.load-counts > *')).toEqual([
      '■超负荷 1',
      '▲无产能 1',
      '◆将满 1',
      '未排日期 1.5 小时',
      '缺工时 4',
    ]);
  });

  it('turns the pages of 500 groups', async () => {
    await drawWidget(
      Array.from({ length: 500 }, (_, index) => makeRow(String(index + 1), '2026-11-21', index, 480)),
    );
    expect(host.readTexts('[data-row] > .cut')[0]).toBe('Group 1');
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(host.readTexts('[data-row] > .cut')[0]).toBe('Group 6');
  });

  it('distinguishes a factory without groups from data that is not loaded yet', async () => {
    await drawWidget([]);
    expect(host.element().textContent).toBe('○还没有班组');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});

describe('the capacity load of one group', () => {
  beforeEach(() => host.layOut(900, 400));
  const rows = [
    makeRow('1', '2026-11-21', 600, 480, { maximum: 600, overdue: 120 }),
    makeRow('1', '2026-11-22', 240, 480, { maximum: 600 }),
    makeRow('1', '2026-11-23', 60, 0),
  ];

  it('draws the load of each period, with a shape where the load exceeds the capacity', async () => {
    await drawWidget(rows);
    expect(host.readTexts('.chart-main')).toEqual(['■超负荷125 %']);
    expect(host.element().querySelector('.chart-figures')!.textContent).toContain('10 / 8 小时');
    expect(host.readTexts('.wall-late')).toEqual(['◆ 逾期 2 小时']);
    const heights = [...host.element().querySelectorAll('.load-bar')].map((bar) =>
      Math.round(Number(bar.getAttribute('height'))),
    );
    expect(heights[0]! / heights[1]!).toBeCloseTo(600 / 240, 1);
    expect(host.readTexts('[data-day] .load-bar-shape')).toEqual(['■', '▲']);
    expect(host.element().querySelectorAll('.load-line')).toHaveLength(2);
    expect(host.readTexts('svg > text').slice(0, 2)).toEqual(['正常', '最大']);
  });

  it('shows a load without a capacity as unknown, not as 0 %', async () => {
    await drawWidget([rows[2]!, makeRow('1', '2026-11-24', 0, 480)]);
    expect(host.readTexts('.chart-main')).toEqual(['▲无产能—']);
  });
});

describe('the source of the capacity load', () => {
  it('names the group of the tile, or else that of the board', () => {
    const params = { capacityAxis: 'deviceHours', loadStep: 'loadByDay', periodCount: '3' };
    expect(source!(settings, {})).toEqual({ path: '/mes/form/capacityLoad', params });
    expect(source!(settings, { group: '7' })!.params).toEqual({ ...params, workGroupId: '7' });
    expect(source!({ ...settings, workGroupId: 8 }, { group: '7' })!.params['workGroupId']).toBe('8');
  });
});
