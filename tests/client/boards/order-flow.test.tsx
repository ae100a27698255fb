import { describe, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { breakIntoLines } from '#boards/kit/drawing/orders/flow-lines.ts';
import { orderFlow } from '#boards/widgets/order-flow.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

const makeOrder = (overrides: Partial<ReportRow> = {}): ReportRow => ({
  id: 0,
  name: 'Gearbox',
  good: 1,
  target: 4,
  dueDate: '2026-11-19',
  overdueDays: 2,
  orderCode: 'W-1',
  orderState: 'inProgress',
  customerName: 'Acme',
  ...overrides,
});
const makeStep = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  name: `Step ${id}`,
  good: 0,
  target: 4,
  dueDate: null,
  overdueDays: 0,
  orderCode: null,
  position: id,
  partId: 7,
  partName: 'Shaft',
  parentName: 'Box',
  seq: id * 10,
  state: 'notStarted',
  people: null,
  inWork: 0,
  atProcess: 0,
  ...overrides,
});
const readSteps = () => host.readTexts('[data-step]');

describe('the flow of an order', () => {
  it('has the processes of each part in their sequence, with state, quantity and where the pieces are', async () => {
    await host.draw(orderFlow, [
      makeStep(3, { partId: 8, partName: 'Box', parentName: null }),
      makeStep(2, { state: 'processing', people: 'Ann', inWork: 2, atProcess: 1 }),
      makeOrder(),
      makeStep(1, { state: 'completed', good: 4, overdueDays: 3 }),
    ]);
    expect(host.readTexts('.flow-head')).toEqual(['W-1Gearbox · Acme3 道工序完成 1 道1/4◆已逾期 2 天']);
    expect(readSteps()).toEqual([
      '✓已完成Step 14/4已完成',
      '●加工中Step 20/4Ann在制 2 · 待做 1',
      '○未开始Step 30/4未开始',
    ]);
    expect(host.readTexts('.flow-part')).toEqual(['Shaft装入“Box”', 'Box']);
  });

  it('marks a process whose planned end has passed, and an order that is over', async () => {
    await host.draw(orderFlow, [
      makeOrder({ orderState: 'suspended' }),
      makeStep(1, { overdueDays: 2, dueDate: '2026-11-01', state: 'unfinished', hold: 3 }),
    ]);
    expect(host.readTexts('.flow-due')).toEqual(['◆已暂停']);
    expect(readSteps()).toEqual(['▲未完工Step 10/4◆已逾期 2 天 冻结 3']);
  });

  it('turns pages if the processes do not fit, and accepts 500 processes', async () => {
    vi.useFakeTimers();
    const rows = Array.from({ length: 500 }, (_, index) =>
      makeStep(index + 1, { name: 'A very long name '.repeat(9) }),
    );
    await host.draw(orderFlow, [makeOrder(), ...rows]);
    expect(readSteps().length).toBeGreaterThan(10 * 3);
    expect(readSteps().length).toBeLessThan(200);
    expect(host.head.textContent).toMatch(/^1\/\d+$/);
  });

  it('says that there is no order or no process, but not before the data is loaded', async () => {
    await host.draw(orderFlow, [], { areRowsKnown: false });
    expect(host.element.textContent).toBe('○等待数据');
    await host.draw(orderFlow, []);
    expect(host.element.textContent).toBe('○没有可显示的工单');
    await host.draw(orderFlow, [makeOrder()]);
    expect(host.element.textContent).toContain('工单还没有工序');
  });
});

describe('the lines of a flow', () => {
  const makePartSteps = (partId: string, count: number) => Array.from({ length: count }, () => ({ partId }));
  const listLineLengths = (steps: { partId: string }[], stepsPerLine: number) =>
    breakIntoLines(steps, stepsPerLine).map((line) => `${line.isFirst ? '' : '+'}${line.steps.length}`);

  it('begin again with each part, and are about equally long', () => {
    expect(
      listLineLengths([...makePartSteps('a', 2), ...makePartSteps('b', 7), ...makePartSteps('c', 4)], 4),
    ).toEqual(['2', '4', '+3', '4']);
    expect(listLineLengths(makePartSteps('a', 9), 4)).toEqual(['3', '+3', '+3']);
    expect(listLineLengths(makePartSteps('a', 3), 0)).toEqual(['1', '+1', '+1']);
    expect(listLineLengths([], 4)).toEqual([]);
  });
});
