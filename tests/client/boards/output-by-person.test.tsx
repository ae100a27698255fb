import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component } = widgets.find(({ type }) => type === 'outputByPerson')!;
const host = registerChartHost('2026-11-21T06:00:00Z');
const settings = { period: 'today', workGroupId: null, pageSeconds: 10 };

const makePerson = (id: number, good: number, scrap = 0, name = `Person ${id}`): ReportRow => ({
  employeeId: id,
  employeeCode: `E${id}`,
  employeeName: name,
  good,
  scrap,
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
  host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);

describe('the output of people', () => {
  // At this height, the tile shows five rows.
  beforeEach(() => host.layOut(600, 250));

  it('is their good quantity and their scrap, sorted by their code, without a plan', async () => {
    await drawWidget([makePerson(10, 12.5), makePerson(2, 40, 3)]);
    expect(host.readTexts('.output-names > span')).toEqual(['Person 2', 'Person 10']);
    expect(host.readTexts('[data-row]')).toEqual(['■340', '12.5']);
  });

  it('turns the pages of 500 people', async () => {
    await drawWidget(Array.from({ length: 500 }, (_, index) => makePerson(index + 1, index)));
    expect(host.readTexts('.output-names > span')).toHaveLength(5);
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(host.readTexts('.output-names > span')[0]).toBe('Person 6');
  });

  it('distinguishes a day without reports from data that is not loaded yet', async () => {
    await drawWidget([]);
    expect(host.element().textContent).toBe('○没有报工');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});
