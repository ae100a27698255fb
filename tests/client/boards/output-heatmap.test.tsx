import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component } = widgets.find(({ type }) => type === 'outputHeatmap')!;
/** 23:50 in Shanghai. */
const host = registerChartHost('2026-11-21T15:50:00Z');

const makeRow = (key: string, day: string, good: number, scrap = 0): ReportRow => ({
  groupKey: key,
  groupCode: key === 'none' ? null : `G${key}`,
  groupName: key === 'none' ? null : `Group ${key}`,
  day,
  good,
  scrap,
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true, heatValue = 'good') =>
  host.render(
    <Component
      settings={{ heatValue, dayCount: 7, pageSeconds: 10 }}
      rows={rows}
      areRowsKnown={areRowsKnown}
    />,
  );
/** Reads the cells of a group: the class of the scale, and the text. */
const readCells = (key: string) =>
  [...host.element().querySelectorAll(`[data-row="${key}"] .heat-cell`)].map((cell) =>
    [/heat-(\d)/.exec(cell.className)?.[1] ?? '', cell.textContent].join(' ').trim(),
  );

describe('the heat map of the groups', () => {
  beforeEach(() => host.layOut(620, 250));

  it('has a cell for each group and day, lighter for more, and empty without a report', async () => {
    await drawWidget([
      makeRow('10', '2026-11-15', 20),
      makeRow('10', '2026-11-21', 100),
      makeRow('2', '2026-11-20', 0),
      makeRow('2', '2026-11-19', 41),
      makeRow('2', '2026-11-14', 900),
      makeRow('none', '2026-11-21', 60),
    ]);
    expect(host.readTexts('[data-row] > .cut')).toEqual(['Group 2', 'Group 10', '未分班组']);
    expect(host.readTexts('.heat-day')).toEqual(['15', '16', '17', '18', '19', '20', '21']);
    expect(host.readTexts('.heat-day.is-today')).toEqual(['21']);
    expect(readCells('10')).toEqual(['2 20', '', '', '', '', '', '5 100']);
    expect(readCells('2')).toEqual(['', '', '', '', '3 41', '0', '']);
    expect(readCells('none').at(-1)).toBe('4 60');
  });

  it('shows the scrap, and hides the figures if they do not fit', async () => {
    const rows = [makeRow('1', '2026-11-21', 5, 8), makeRow('1', '2026-11-20', 90_000, 4)];
    await drawWidget(rows, true, 'scrap');
    expect(readCells('1').slice(-2)).toEqual(['3 4', '5 8']);
    expect(host.element().querySelector('.is-scrap-heat')).not.toBeNull();
    await drawWidget(rows);
    expect(readCells('1').slice(-2)).toEqual(['5', '1']);
  });

  it('begins a new day at midnight of the factory', async () => {
    await drawWidget([makeRow('1', '2026-11-21', 5)]);
    await act(async () => vi.advanceTimersByTime(11 * 60_000));
    expect(host.readTexts('.heat-day').at(-1)).toBe('22');
    expect(readCells('1').slice(-2)).toEqual(['5 5', '']);
  });

  it('turns the pages of 500 groups', async () => {
    await drawWidget(
      Array.from({ length: 500 }, (_, index) => makeRow(String(index + 1), '2026-11-21', index)),
    );
    expect(host.readTexts('[data-row] > .cut')).toEqual([
      'Group 1',
      'Group 2',
      'Group 3',
      'Group 4',
      'Group 5',
    ]);
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(host.readTexts('[data-row] > .cut')[0]).toBe('Group 6');
  });

  it('distinguishes days without output from data that is not loaded yet', async () => {
    await drawWidget([]);
    expect(host.element().textContent).toBe('○这些天无产量');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});
