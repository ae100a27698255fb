import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { changeLang } from '#client/kit/words/t.ts';
import { lateOrders } from '#boards/widgets/late-orders.tsx';
import { machineSchedule } from '#boards/widgets/machine-schedule.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();
/** 14:00 in Shanghai. */
const NOW = Date.parse('2026-11-21T06:00:00Z');
const PLANNED_AT = '2026-11-20T23:12:00.000Z';
const toIso = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});

describe('the schedule of machines', () => {
  const makeWork = (
    processId: number,
    from: number,
    until: number,
    overrides: Partial<ReportRow> = {},
  ): ReportRow => ({
    deviceId: 1,
    processId,
    downtimePosition: 0,
    deviceCode: 'L-1',
    deviceName: 'Lathe 1',
    inRepair: false,
    orderCode: `W-${processId}`,
    partName: 'Shaft',
    processName: 'Turning',
    workState: 'workPlanned',
    startsAt: toIso(from),
    endsAt: toIso(until),
    orderLateDays: 0,
    plannedAt: PLANNED_AT,
    ...overrides,
  });
  const makeIdle = (deviceId: number, overrides: Partial<ReportRow> = {}) =>
    makeWork(0, 0, 0, {
      deviceId,
      deviceCode: `L-${deviceId}`,
      deviceName: `Lathe ${deviceId}`,
      orderCode: null,
      workState: null,
      startsAt: null,
      endsAt: null,
      ...overrides,
    });
  /** Reads from each bar its state, whether its order is late, and its begin and end in hours from now. */
  const readBars = () =>
    [...host.element.querySelectorAll<HTMLElement>('.work-bar')].map((bar) => {
      const [begin, width] = [bar.style.insetInlineStart, bar.style.inlineSize].map(Number.parseFloat);
      const toHours = (percent: number) => Math.round((percent / 100) * 25 * 10) / 10 - 1;
      return [
        bar.classList[1],
        bar.classList.contains('is-order-late'),
        toHours(begin!),
        toHours(begin! + width!),
      ];
    });

  it('draws the operations within the shown hours, and a running one at least until now', async () => {
    await host.draw(machineSchedule, [
      makeWork(4, 20, 30),
      makeWork(1, -3, -0.5, { workState: 'processing' }),
      makeWork(3, 5, 8, { orderLateDays: 2 }),
      makeWork(2, -0.8, 4, { workState: 'behindPlan' }),
      makeWork(5, -9, -5, { workState: 'behindPlan' }),
      makeWork(6, 26, 30),
      makeWork(7, 9, 12, { workState: 'processing' }),
    ]);
    expect(readBars()).toEqual([
      ['is-processing', false, -1, 0],
      ['is-behindPlan', false, -0.8, 4],
      ['is-workPlanned', true, 5, 8],
      // This work has begun earlier than planned.
      ['is-processing', false, 0, 3],
      ['is-workPlanned', false, 20, 24],
    ]);
    expect(host.element.querySelector<HTMLElement>('.time-now')?.style.insetInlineStart).toBe('4%');
    expect(host.readTexts('.time-legend li')).toEqual(['●加工中2', '◆落后计划2', '○已排3', '◆工单预计延迟1']);
    expect(host.readTexts('.time-name')).toEqual(['Lathe 1◆落后计划2']);
    expect(host.head.textContent).toBe('11-21 07:12 的计划');
  });

  it('shows machines without work after the others, and describes a bar in words', async () => {
    await host.draw(machineSchedule, [
      makeIdle(2),
      makeIdle(10, { inRepair: true }),
      makeWork(7, 1, 9, { orderLateDays: 1, deviceCode: 'L-9', deviceId: 9, deviceName: 'Lathe 9' }),
    ]);
    expect(host.readTexts('.time-name')).toEqual(['Lathe 9', 'Lathe 2', 'Lathe 10']);
    expect(host.readTexts('.machine-none')).toEqual(['没有安排任务', '◆维修中']);
    expect(host.readTexts('.work-bar')).toEqual(['◆ W-7 TurningW-7 Turning Shaft 已排 工单预计延迟']);
  });

  it('draws planned downtimes with their reasons, also on a machine without work', async () => {
    const makeDowntime = (downtimePosition: number, from: number, until: number, reason: string | null) =>
      makeIdle(2, {
        downtimePosition,
        workState: 'downtimes',
        downtimeReason: reason,
        startsAt: toIso(from),
        endsAt: toIso(until),
      });
    await host.draw(machineSchedule, [
      makeWork(1, 0, 2),
      makeDowntime(1, 2, 10, 'Overhaul'),
      makeDowntime(2, 12, 24, null),
    ]);
    expect(readBars().slice(1)).toEqual([
      ['is-downtime', false, 2, 10],
      ['is-downtime', false, 12, 24],
    ]);
    expect(host.readTexts('.work-bar.is-downtime')).toEqual([
      'Overhaul计划停机 Overhaul',
      '计划停机计划停机',
    ]);
    expect(host.readTexts('.machine-none')).toEqual([]);
    expect(host.readTexts('.time-legend li').at(-1)).toBe('–计划停机2');
  });

  it('writes into a bar only text that fits', async () => {
    const longCode = `W-${'2026'.repeat(20)}`;
    await host.draw(machineSchedule, [
      makeWork(1, 0, 12, { orderCode: longCode }),
      makeWork(2, 12, 12.5),
      makeWork(3, 13, 14.5),
    ]);
    expect(host.readTexts('.work-bar > [aria-hidden]')).toEqual(['', '', 'W-3']);
  });

  it('says that no plan has been applied, or that it waits for data', async () => {
    await host.draw(machineSchedule, []);
    expect(host.element.textContent).toBe('○还没有应用排程');
    await host.draw(machineSchedule, [], { areRowsKnown: false });
    expect(host.element.textContent).toBe('○等待数据');
  });
});

describe('the widget of late orders', () => {
  const DAY = 1440;
  const makeCause = (id: number, causePosition: number, overrides: Partial<ReportRow>): ReportRow => ({
    id,
    position: id,
    causePosition,
    orderCode: `W-${id}`,
    name: 'Pump',
    customerName: 'Kaisheng',
    dueDate: '2026-11-23',
    endsAt: '2026-11-26T04:00:00.000Z',
    lateMinutes: 3.2 * DAY,
    cause: 'work',
    causeMinutes: 0,
    deviceName: null,
    behindOrders: null,
    behindCount: 0,
    plannedAt: PLANNED_AT,
    ...overrides,
  });
  const rows = [
    makeCause(2, 1, { cause: 'people', causeMinutes: 90, lateMinutes: 90, dueDate: '2027-01-04' }),
    makeCause(1, 2, { cause: 'closed', causeMinutes: 0.8 * DAY }),
    makeCause(1, 3, { cause: 'transfer', causeMinutes: 0.5 * DAY }),
    makeCause(1, 1, {
      cause: 'machine',
      causeMinutes: 1.9 * DAY,
      deviceName: 'CNC-3',
      behindOrders: '4702, 4688, 4690',
      behindCount: 4,
    }),
  ];

  it('names the longest causes, and adds up the others, so that the times add up to the delay', async () => {
    await host.draw(lateOrders, rows, { settings: { causeCount: 2 } });
    expect(host.readTexts('[data-row]')).toEqual([
      'W-1Pump · Kaisheng◆3.2 天排队等CNC-3，1.9 天（前面有 4702、4688、4690 等）其他原因 1.3 天交期 11-23，预计 11-26',
      'W-2Pump · Kaisheng◆1 小时 30 分缺人手 1 小时 30 分交期 2027-01-04，预计 11-26',
    ]);
    expect(host.readTexts('.late-orders-count')).toEqual(['◆延迟工单 211-21 07:12 的计划']);
    await host.draw(lateOrders, rows);
    expect(host.readTexts('.late-orders-reasons')[0]).toBe(
      '排队等CNC-3，1.9 天（前面有 4702、4688、4690 等）班次外时间 0.8 天转移 0.5 天',
    );
  });

  it('uses the language of the user', async () => {
    await act(async () => changeLang('en_US'));
    await host.draw(lateOrders, rows, { settings: { causeCount: 2 } });
    expect(host.readTexts('.late-orders-reasons')).toEqual([
      '1.9 d waiting for CNC-3 behind 4702, 4688, 4690 and others1.3 d for other reasons',
      '1 h 30 waiting for people',
    ]);
    await act(async () => changeLang('zh_CN'));
  });

  it('says that no order will be late, or that it waits for data', async () => {
    await host.draw(lateOrders, []);
    expect(host.element.textContent).toBe('○没有工单会延迟');
    await host.draw(lateOrders, [], { areRowsKnown: false });
    expect(host.element.textContent).toBe('○等待数据');
  });
});
