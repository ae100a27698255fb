import { expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { processKanban } from '#boards/widgets/process-kanban.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

const makeLane = (laneName: string, count: number): ReportRow => ({ lane: laneName, id: null, count });
const makeCard = (id: number, laneName: string, overrides: Partial<ReportRow> = {}): ReportRow => ({
  lane: laneName,
  id,
  count: null,
  position: id,
  orderCode: `W-${id}`,
  name: 'Shaft',
  detail: 'Turning',
  groupName: 'Turners',
  people: null,
  good: 3,
  target: 10,
  dueDate: null,
  overdueDays: 0,
  state: 'notStarted',
  ...overrides,
});
const readLanes = () => host.readTexts('.lane');

it('shows the cards in lanes by state, each lane with its word, shape and count', async () => {
  await host.draw(processKanban, [
    makeLane('notStarted', 7),
    makeLane('readyProcesses', 2),
    makeLane('processing', 1),
    makeLane('unfinished', 1),
    makeLane('doneToday', 0),
    makeCard(2, 'readyProcesses', { dueDate: '2026-11-19', overdueDays: 2 }),
    makeCard(1, 'readyProcesses', { orderCode: 'W-1' }),
    makeCard(3, 'processing', { people: 'Ann', overdueDays: 1 }),
    makeCard(4, 'unfinished', { state: 'suspended' }),
    makeCard(5, 'notStarted'),
  ]);
  expect(readLanes()).toEqual([
    '○未开始7W-53/10Turning · Shaft—',
    '⬢有料待做2W-13/10Turning · Shaft—W-23/10Turning · Shaft◆已逾期 2 天',
    '●加工中1W-33/10Turning · ShaftAnn',
    '▲未完工1W-43/10Turning · Shaft◆已暂停',
    '✓今日完成0无',
  ]);
  expect(host.head.textContent).toBe('Turners');
});

it('has the lanes of orders if it shows orders, and turns the pages of each lane separately', async () => {
  vi.useFakeTimers();
  const cards = Array.from({ length: 30 }, (_, index) => makeCard(index + 1, 'released'));
  await host.draw(processKanban, [makeLane('released', 500), ...cards, makeCard(31, 'inProgress')], {
    settings: { cardsShow: 'workOrder' },
  });
  expect(host.readTexts('.lane-page')).toEqual(['1/3', '', '', '']);
  expect(host.readTexts('.lane-count')).toEqual(['500', '1', '0', '0']);
  expect(host.readTexts('.lane:first-child [data-row]')).toHaveLength(10);
});

it('says that there is no open work, but not before the data is loaded', async () => {
  await host.draw(processKanban, [], { areRowsKnown: false });
  expect(host.element.textContent).toBe('○等待数据');
  await host.draw(processKanban, [makeLane('released', 0)], { settings: { cardsShow: 'workOrder' } });
  expect(host.element.textContent).toBe('○没有在制任务');
});
