import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { registerChartHost } from '#tests/support/chart-host.tsx';

const widgets = await registry.all.fetch();
const { Component, source } = widgets.find(({ type }) => type === 'equipmentEffectiveness')!;
const host = registerChartHost('2026-11-21T06:00:00Z');
const settings = { period: 'currentShift', deviceId: null, workGroupId: null, target: 75, pageSeconds: 10 };

const makeRow = (key: string, oee: number | null, fields: ReportRow = {}): ReportRow => ({
  deviceKey: key,
  deviceCode: key === 'total' ? null : `M${key}`,
  deviceName: key === 'total' ? null : `Mill ${key}`,
  availability: 89.5,
  effectiveness: 88.2,
  qualityRatio: 90,
  oee,
  ...fields,
});
const drawWidget = (rows: ReportRow[], areRowsKnown = true, settingOverrides = {}) =>
  host.render(
    <Component settings={{ ...settings, ...settingOverrides }} rows={rows} areRowsKnown={areRowsKnown} />,
  );
const readWidths = (selector: string) =>
  [...host.element().querySelectorAll<HTMLElement>(selector)].map(({ style }) => style.inlineSize);

describe('the overall equipment effectiveness', () => {
  beforeEach(() => host.layOut(620, 250));

  it('shows the OEE first, whether it reaches its target, and its three factors', async () => {
    await drawWidget([makeRow('1', 71.1), makeRow('total', 71.1)]);
    expect(host.readTexts('.oee-value')).toEqual(['71.1 %']);
    expect(host.readTexts('.oee-state > *')).toEqual(['◆未达标', '目标 75 %']);
    expect(host.readTexts('.oee-factor')).toEqual(['可用率89.5 %', '性能率88.2 %', '合格率90 %']);
    expect(readWidths('.oee-fill')).toEqual(['71.1%', '89.5%', '88.2%', '90%']);
    expect(host.element().querySelector<HTMLElement>('.oee-target')!.style.insetInlineStart).toBe('75%');
    await drawWidget([makeRow('1', 75), makeRow('total', 75)]);
    expect(host.readTexts('.oee-state > *')).toEqual(['✓达标', '目标 75 %']);
    await drawWidget([makeRow('1', 75), makeRow('total', 75)], true, { target: null });
    expect(host.element().querySelector('.oee-state, .oee-target')).toBeNull();
  });

  it('shows an unknown figure as unknown, and a bar of at most 100 %', async () => {
    const fields = { availability: null, effectiveness: 130, qualityRatio: null };
    await drawWidget([makeRow('1', null, fields), makeRow('total', null, fields)]);
    expect(host.readTexts('.oee-value')).toEqual(['—']);
    expect(host.readTexts('.oee-state > *')).toEqual(['目标 75 %']);
    expect(host.readTexts('.oee-factor > dd')).toEqual(['—', '130 %', '—']);
    expect(readWidths('.oee-factor .oee-fill')).toEqual(['0%', '100%', '0%']);
    expect(host.element().querySelectorAll('.is-unknown-bar')).toHaveLength(3);
  });

  it('lists 500 devices in pages, the least effective first and the unknown last', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => makeRow(String(index), (index * 7) % 100));
    await drawWidget([makeRow('total', 50), makeRow('u', null), ...rows]);
    const readNames = () => host.readTexts('[data-row] > .cut');
    expect(readNames().slice(0, 3)).toEqual(['Mill 0', 'Mill 100', 'Mill 200']);
    expect(readNames()).not.toContain('Mill u');
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(readNames()[0]).toBe('Mill 43');
  });

  it('distinguishes a factory without devices from data that is not loaded yet', async () => {
    await drawWidget([makeRow('total', null)]);
    expect(host.element().textContent).toBe('○还没有设备');
    await drawWidget([], false);
    expect(host.element().textContent).toBe('○等待数据');
  });

  it('asks for the device of its settings, or else for their group, or else for the group of the board', () => {
    const getParams = (settingOverrides: object, group?: string) =>
      source!({ ...settings, ...settingOverrides }, group === undefined ? {} : { group })!.params;
    expect(getParams({ deviceId: 4 }, '7')).toEqual({ period: 'currentShift', deviceId: '4' });
    expect(getParams({ workGroupId: 5 }, '7')).toEqual({ period: 'currentShift', workGroupId: '5' });
    expect(getParams({}, '7')).toEqual({ period: 'currentShift', workGroupId: '7' });
    expect(getParams({ period: 'today' })).toEqual({ period: 'today' });
  });
});
