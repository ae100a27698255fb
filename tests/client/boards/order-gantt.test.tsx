import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { listGanttTicks, makeGanttAxis, makeGanttBar } from '#boards/kit/drawing/orders/gantt-bars.ts';
import { orderGantt } from '#boards/widgets/order-gantt.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

const makeOrder = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  position: id,
  code: `W-${id}`,
  name: 'Gearbox',
  state: 'inProgress',
  progress: 40,
  plannedStart: '2026-11-16',
  dueDate: '2026-11-25',
  startedOn: '2026-11-17',
  endedOn: null,
  expectedOn: '2026-11-25',
  overdueDays: 0,
  expectedDelayDays: 0,
  ...overrides,
});
/** Reads the bars of an order: class, start and width in percent. */
const readBars = (id: number) =>
  [...host.element.querySelectorAll(`[data-row="${id}"] rect`)].map((bar) =>
    [bar.getAttribute('class'), bar.getAttribute('x'), bar.getAttribute('width')].join(' '),
  );

describe('the Gantt chart of orders', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // It is 12:00 in the factory.
    vi.setSystemTime('2026-11-21T04:00:00Z');
  });
  const settings = { spanDays: 20 };

  it('draws planned, actual and expected days, and what is expected after the due day as late', async () => {
    await host.draw(
      orderGantt,
      [
        makeOrder(2, { expectedOn: '2026-11-27', expectedDelayDays: 2 }),
        makeOrder(1, {
          plannedStart: '2026-10-01',
          dueDate: '2026-11-18',
          overdueDays: 3,
          expectedOn: '2026-11-23',
        }),
        makeOrder(3, { state: 'released', plannedStart: '2026-11-23', startedOn: null }),
        makeOrder(4, {
          state: 'completed',
          endedOn: '2026-11-21',
          expectedOn: null,
          expectedDelayDays: null,
        }),
      ],
      { settings },
    );
    // The axis begins seven days before today, on 14 November, and a day takes 5 %.
    expect(readBars(1)).toEqual([
      'gantt-planned 0% 25%',
      'gantt-actual 15% 22.5%',
      'gantt-expected is-late 37.5% 12.5%',
    ]);
    expect(readBars(2)).toEqual([
      'gantt-planned 10% 50%',
      'gantt-actual 15% 22.5%',
      'gantt-expected 37.5% 22.5%',
      'gantt-expected is-late 60% 10%',
    ]);
    expect(readBars(3)).toEqual(['gantt-planned 45% 15%', 'gantt-expected 45% 15%']);
    expect(readBars(4)).toEqual(['gantt-planned 10% 50%', 'gantt-actual is-done 15% 25%']);
    expect(host.element.querySelector('.gantt-now')?.getAttribute('x1')).toBe('37.5%');
    expect(host.readTexts('.gantt-mark')).toEqual(['◆已逾期 3 天', '◆预计延迟 2 天', '11-25', '✓已完成']);
    expect(host.readTexts('.gantt-axis > span')).toEqual(['11-16', '11-23', '11-30']);
  });

  it('moves with the day', async () => {
    await host.draw(orderGantt, [makeOrder(1)], { settings });
    expect(readBars(1)[0]).toMatch(/^gantt-planned 10% 50/);
    vi.setSystemTime('2026-11-22T04:00:00Z');
    await host.draw(orderGantt, [makeOrder(1)], { settings });
    expect(readBars(1)[0]).toMatch(/^gantt-planned 5% 50/);
  });

  it('accepts 500 orders without days, and an empty list', async () => {
    const dates = { plannedStart: null, dueDate: null, startedOn: null, expectedOn: 'never' };
    const rows = Array.from({ length: 500 }, (_, index) =>
      makeOrder(index + 1, { ...dates, name: 'A very long name '.repeat(9) }),
    );
    await host.draw(orderGantt, rows, { settings });
    expect(readBars(1)).toEqual([]);
    expect(host.readTexts('.gantt-mark')[0]).toBe('—');
    expect(host.readTexts('[data-row]')).toHaveLength(10);
    expect(host.head.textContent).toBe('1/4');
    await host.draw(orderGantt, [], { areRowsKnown: false });
    expect(host.element.textContent).toBe('○等待数据');
    await host.draw(orderGantt, []);
    expect(host.element.textContent).toBe('○没有在制工单');
  });
});

describe('the axis of a Gantt chart', () => {
  it('has about a third of its days before today, and ticks on Mondays, not more than asked for', () => {
    const axis = makeGanttAxis('2026-11-21', 84);
    expect([axis.from, axis.to]).toEqual(['2026-10-23', '2027-01-14']);
    expect(listGanttTicks(axis, 4).map(({ day }) => day)).toEqual([
      '2026-10-26',
      '2026-11-16',
      '2026-12-07',
      '2026-12-28',
    ]);
    expect(listGanttTicks(makeGanttAxis('2026-11-21', 7), 8).map(({ day }) => day)).toEqual(['2026-11-23']);
  });

  it('cuts bars off at its ends, and leaves out bars outside', () => {
    const { computePosition } = makeGanttAxis('2026-11-21', 20);
    expect([
      computePosition('2026-11-14'),
      computePosition('2026-11-15'),
      computePosition('2026-12-04'),
    ]).toEqual([0, 5, 100]);
    expect(makeGanttBar(-300, 700)).toEqual({ start: 0, width: 100 });
    expect(makeGanttBar(95, 105)).toEqual({ start: 95, width: 5 });
    for (const [from, to] of [
      [-9, 0],
      [100, 120],
      [40, 40],
      [50, 40],
      [null, 40],
      [40, null],
    ] as const)
      expect(makeGanttBar(from, to)).toBeNull();
  });
});
