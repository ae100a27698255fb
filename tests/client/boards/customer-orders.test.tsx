import { expect, it } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { customerOrders } from '#boards/widgets/customer-orders.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();
const OPTIONS = { settings: { kanbanId: 7 } };

const makeColumn = (columnIndex: number, overrides: Partial<ReportRow>): ReportRow => ({
  columnIndex,
  columnName: null,
  milestone: null,
  orderCount: 0,
  orderCode: null,
  position: 0,
  ...overrides,
});
const makeOrder = (
  columnIndex: number,
  orderCode: string,
  overrides: Partial<ReportRow> = {},
): ReportRow => ({
  ...makeColumn(columnIndex, { orderCount: null, orderCode, position: 1 }),
  purchasingOrder: null,
  name: null,
  quantity: null,
  completed: null,
  progress: null,
  dueDate: null,
  daysLeft: null,
  ...overrides,
});

it('shows the orders in the columns of the kanban, each with its milestone and its count', async () => {
  await host.draw(
    customerOrders,
    [
      makeOrder(0, 'W-2', { position: 2, daysLeft: -3, completed: 4, quantity: 9 }),
      makeOrder(0, 'W-1', { name: 'Shaft', purchasingOrder: 'PO-1', daysLeft: 0, progress: 40 }),
      makeColumn(2, { columnName: 'completed' }),
      makeColumn(1, { milestone: '热处理' }),
      makeColumn(0, { milestone: '机加', orderCount: 240 }),
    ],
    OPTIONS,
  );
  expect(host.readTexts('.lane')).toEqual([
    '●机加240W-140%PO-1 · Shaft今天到期W-24/9◆已逾期 3 天',
    '●热处理0无',
    '✓已完成0无',
  ]);
});

it('leaves out what the kanban does not show', async () => {
  await host.draw(
    customerOrders,
    [makeColumn(0, { columnName: 'released', orderCount: 1 }), makeOrder(0, 'W-1')],
    OPTIONS,
  );
  expect(host.readTexts('.lane-card[data-row]')).toEqual(['W-1']);
});

it('asks for a kanban only if none is chosen', async () => {
  await host.draw(customerOrders, []);
  expect(host.element.textContent).toContain('请在设置中选择客户看板');
  await host.draw(customerOrders, [makeColumn(0, { columnName: 'released' })], OPTIONS);
  expect(host.element.textContent).not.toContain('请在设置中选择客户看板');
  expect(host.element.textContent).toContain('目前没有进行中的订单');
});
