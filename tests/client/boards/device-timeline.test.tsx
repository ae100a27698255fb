import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act } from 'react';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component } = widgets.find(({ type }) => type === 'deviceTimeline')!;
/** 14:00 in Shanghai: half of the shift has passed. */
const host = registerChartHost('2026-11-21T06:00:00Z');
const settings = { workGroupId: null, pageSeconds: 10 };

const toInstant = (hour: number) =>
  new Date(Date.parse('2026-11-20T16:00:00Z') + hour * 3_600_000).toISOString();
/** Makes the row of an interval in the shift from 8:00 to 20:00. */
const makeInterval = (deviceId: number, state: string, from: number, until: number | null): ReportRow => ({
  deviceId,
  deviceCode: `M-${deviceId}`,
  deviceName: `Lathe ${deviceId}`,
  state,
  startsAt: toInstant(from),
  endsAt: until === null ? null : toInstant(until),
  shiftStartsAt: toInstant(8),
  shiftEndsAt: toInstant(20),
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true) =>
  host.render(<Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />);
/** Reads the bars of a device: the state, and where the bar begins and ends in percent of the shift. */
const readBars = (deviceId: number) =>
  [...host.element().querySelectorAll<HTMLElement>(`[data-row="${deviceId}"] .timeline-bar`)].map((bar) => {
    const begin = Number.parseFloat(bar.style.insetInlineStart);
    return [bar.className.split('is-')[1], begin, begin + Number.parseFloat(bar.style.inlineSize)];
  });

describe('the timeline of devices', () => {
  beforeEach(() => host.layOut(800, 500));

  it('draws each interval at its time of the shift, an open one until now, and hatches what is not known', async () => {
    await drawWidget([makeInterval(1, 'running', 9.5, 11), makeInterval(1, 'down', 11, null)]);
    expect(readBars(1)).toEqual([
      ['unknown-state', 0, 50],
      ['running', 12.5, 25],
      ['down', 25, 50],
    ]);
    expect(host.element().querySelector<HTMLElement>('.time-now')?.style.insetInlineStart).toBe('50%');
    await act(async () => vi.advanceTimersByTime(72 * 60_000));
    expect(readBars(1).at(-1)).toEqual(['down', 25, 60]);
  });

  it('says by shape and word what each device does now, and how many do it', async () => {
    await drawWidget([
      makeInterval(10, 'idle', 8, null),
      makeInterval(2, 'running', 8, null),
      makeInterval(2, 'callHelp', 9, null),
      makeInterval(3, 'down', 8, 9),
      makeInterval(3, 'setup', 9, null),
    ]);
    expect(host.readTexts('[data-row]')).toEqual(['●运行Lathe 2▲呼叫', '⬢准备Lathe 3', '○空闲Lathe 10']);
    expect(host.readTexts('.time-legend li')).toEqual(['■停机0', '▲呼叫1', '⬢准备1', '●运行1', '○空闲1']);
    expect(host.readTexts('svg text')).toEqual(['9:00', '12:00', '15:00', '18:00']);
  });

  it('shows no current state after the end of the shift', async () => {
    await drawWidget([makeInterval(1, 'running', 8, 20)]);
    vi.setSystemTime('2026-11-21T13:00:00Z');
    await act(async () => vi.advanceTimersByTime(1000));
    expect(host.readTexts('[data-row]')).toEqual(['?未知Lathe 1']);
    expect(readBars(1)).toEqual([
      ['unknown-state', 0, 100],
      ['running', 0, 100],
    ]);
    expect(host.element().querySelector('.time-now')).toBeNull();
  });

  it('turns through pages of 500 devices, sorted by code', async () => {
    await drawWidget(Array.from({ length: 500 }, (_, index) => makeInterval(500 - index, 'idle', 8, null)));
    expect(host.readTexts('.time-name')).toEqual(
      Array.from({ length: 10 }, (_, index) => `Lathe ${index + 1}`),
    );
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(host.readTexts('.time-name')[0]).toBe('Lathe 11');
  });

  it('distinguishes a factory without devices from data that is not loaded yet', async () => {
    await drawWidget([]);
    expect(host.element().textContent).toBe('○还没有设备');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });
});
