import { expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { groupQueue } from '#boards/widgets/group-queue.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

const makeTask = (id: number, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  section: 'machinable',
  position: id,
  orderCode: `W-${id}`,
  partName: 'Shaft',
  processName: 'Turning',
  groupName: 'Turners',
  people: null,
  since: null,
  quantity: 5,
  good: 2,
  target: 10,
  dueDate: null,
  overdueDays: 0,
  waitsFor: 'heldBy.start',
  waitsAt: null,
  ...overrides,
});

it('has who works on what and since when, then what comes next, then what waits and why', async () => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T02:00:00Z');
  await host.draw(groupQueue, [
    makeTask(4, { section: 'waitingNow', position: 1, waitsFor: 'heldBy.process', waitsAt: '10 Milling' }),
    makeTask(3, { position: 2, dueDate: '2026-11-21' }),
    makeTask(2, { position: 1, dueDate: '2026-11-19', overdueDays: 2 }),
    makeTask(1, {
      section: 'processing',
      people: 'Ann',
      since: '2026-11-21T01:25:00.000Z',
      waitsFor: null,
      dueDate: '2026-12-01',
    }),
  ]);
  expect(host.readTexts('.state-counts li')).toEqual(['●加工中1', '⬢可加工2', '○等待中1']);
  expect(host.readTexts('[data-row]')).toEqual([
    '●加工中W-1Turning · ShaftAnn35 分2/1012-01',
    '⬢可加工W-2Turning · Shaft待开工：5 件2/10◆已逾期 2 天',
    '⬢可加工W-3Turning · Shaft待开工：5 件2/10今天到期',
    '○等待中W-4Turning · Shaft等 10 Milling2/10—',
  ]);
  expect(host.readTexts('.is-first')).toEqual(['●加工中', '⬢可加工', '○等待中']);
  expect(host.head.textContent).toBe('Turners');
});

it('names the group of each task if it shows several groups', async () => {
  await host.draw(groupQueue, [
    makeTask(1),
    makeTask(2, { groupName: 'Millers' }),
    makeTask(3, { groupName: null }),
  ]);
  expect(host.readTexts('.queue-work')).toEqual([
    'Turners · Turning · Shaft',
    'Millers · Turning · Shaft',
    'Turning · Shaft',
  ]);
  expect(host.head.textContent).toBe('');
});

it('says that nothing is queued, but not before the data is loaded', async () => {
  await host.draw(groupQueue, [], { areRowsKnown: false });
  expect(host.element.textContent).toBe('○等待数据');
  await host.draw(groupQueue, []);
  expect(host.element.textContent).toBe('○没有待做的任务');
});

it('turns pages of many tasks, and says that there may be more than are loaded', async () => {
  vi.useFakeTimers();
  const name = 'A very long name of a part that no tile is wide enough to show from its beginning to its end';
  const rows = Array.from({ length: 60 }, (_, index) => makeTask(index + 1, { partName: name }));
  await host.draw(groupQueue, rows);
  expect(host.readTexts('[data-row]')).toHaveLength(10);
  expect(host.head.textContent).toBe('Turners1/4');
  expect(host.readTexts('.state-counts li')[1]).toBe('⬢可加工60+');
});

it('asks for the group of its setting, otherwise for that of the board, otherwise for all', () => {
  const readParams = (workGroupId: number | null, group?: string) =>
    groupQueue.source!({ workGroupId, pageSeconds: 10 } as never, group === undefined ? {} : { group })
      ?.params;
  expect(readParams(7, '8')).toEqual({ workGroupId: '7', limit: '60' });
  expect(readParams(null, ' 8 ')).toEqual({ workGroupId: '8', limit: '60' });
  expect(readParams(null, '')).toEqual({ limit: '60' });
  expect(readParams(null)).toEqual({ limit: '60' });
});

it('shows the queue of a machine with its planned times', async () => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-21T02:00:00Z');
  const settings = { deviceId: 7 };
  const machine = { deviceName: 'Lathe 7' };
  await host.draw(
    groupQueue,
    [
      makeTask(1, { ...machine, plannedStart: '2026-11-21T03:20:00.000Z' }),
      makeTask(2, { ...machine, plannedStart: '2026-11-22T00:00:00.000Z' }),
      makeTask(3, { ...machine, plannedStart: null }),
    ],
    { settings },
  );
  expect(host.head.textContent).toBe('Lathe 7');
  expect(host.readHeading(groupQueue, settings)).toBe('设备待做');
  expect(host.readHeading(groupQueue)).toBe('本组待做');
  expect(host.readTexts('.queue-activity')).toEqual([
    '11:20待开工：5 件',
    '11-22 08:00待开工：5 件',
    '待开工：5 件',
  ]);
  const readParams = (deviceId: number | null) =>
    groupQueue.source!({ workGroupId: 3, deviceId, pageSeconds: 10 } as never, { group: '5' })!.params;
  expect(readParams(7)).toEqual({ deviceId: '7', limit: '60' });
  expect(readParams(null)).toEqual({ workGroupId: '3', limit: '60' });
});
