import { expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { topBottomList } from '#boards/widgets/top-bottom-list.tsx';
import { setUpWidgetHost } from '#tests/support/widget-host.tsx';

const host = setUpWidgetHost();

const makeRow = (id: number, value: number | null, overrides: Partial<ReportRow> = {}): ReportRow => ({
  id,
  position: id,
  rank: id,
  name: `Person ${id}`,
  groupName: 'Turners',
  value,
  ...overrides,
});

it('is sorted by rank, and shows the rank, the name, the group and the value of the measure', async () => {
  const settings = { rankedBy: 'employee', measure: 'scrapRate', days: 1 };
  await host.draw(topBottomList, [makeRow(3, 0.5, { rank: 2 }), makeRow(1, 4.25), makeRow(2, 0.5)], {
    settings,
  });
  expect(host.readTexts('[data-row]')).toEqual([
    '1Person 1Turners4.25 %',
    '2Person 2Turners0.5 %',
    '2Person 3Turners0.5 %',
  ]);
  expect(host.readHeading(topBottomList, settings)).toBe('员工 · 报废率 · 最高 · 今天');
  expect(
    [...host.element.querySelectorAll<HTMLElement>('.row-bar > span')].map((bar) => bar.style.inlineSize),
  ).toEqual(['100%', '11.76470588235294%', '11.76470588235294%']);
});

it('says stop time as a duration, and an unknown value as a dash', async () => {
  const settings = { rankedBy: 'workGroup', measure: 'stopTime', order: 'lowest' };
  await host.draw(topBottomList, [makeRow(1, 0), makeRow(2, 5400), makeRow(3, null, { rank: null })], {
    settings,
  });
  expect(host.readTexts('[data-row]')).toEqual(['1Person 10 秒', '2Person 21 小时 30 分', '—Person 3—']);
  expect(host.readHeading(topBottomList, settings)).toBe('班组 · 停机时间 · 最低 · 7 天');
});

it('turns through pages of 500 rows, and says that nothing is ranked, but not before the data is loaded', async () => {
  vi.useFakeTimers();
  await host.draw(
    topBottomList,
    Array.from({ length: 500 }, (_, index) =>
      makeRow(index + 1, 500 - index, { name: 'A very long name '.repeat(9) }),
    ),
  );
  expect(host.readTexts('[data-row]')).toHaveLength(10);
  expect(host.head.textContent).toMatch(/1\/50$/);
  await host.draw(topBottomList, [], { areRowsKnown: false });
  expect(host.element.textContent).toBe('○等待数据');
  await host.draw(topBottomList, []);
  expect(host.element.textContent).toBe('○统计期内没有报工');
});

it('asks for the group of its setting or of the board, unless it ranks groups', () => {
  const readParams = (rankedBy: string) =>
    topBottomList.source!(
      { rankedBy, measure: 'good', order: 'highest', days: 2, places: 5, workGroupId: null } as never,
      { group: '9' },
    )!.params;
  expect(readParams('device')).toEqual({
    rankedBy: 'device',
    measure: 'good',
    order: 'highest',
    days: '2',
    limit: '5',
    workGroupId: '9',
  });
  expect(readParams('workGroup')).not.toHaveProperty('workGroupId');
});
