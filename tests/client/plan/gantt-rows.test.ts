import { describe, expect, test } from 'vitest';
import { createRandomGenerator } from '#shared/kernel/random.ts';
import {
  divideIntoLanes,
  findBarAt,
  findNeighbour,
  findPlaceOf,
  findVisibleBars,
  findVisibleRows,
  findVisibleWindows,
  getTotalHeight,
  makeRows,
  PRESENT_STRIP_PX,
  ROW_GAP_PX,
  type GanttBar,
  type RowSubject,
} from '#client/features/plan/schedule/chart/gantt-rows.ts';

let nextTask = 1;
const makeBar = (start: number, end: number, fields: Partial<GanttBar> = {}): GanttBar => ({
  task: nextTask++,
  order: 1,
  machine: 1,
  group: 1,
  start,
  end,
  ...fields,
});
const makeSubject = (id: number | null): RowSubject => ({
  id,
  title: `M${id}`,
  detail: '',
  windows: null,
});

/** Makes bars that overlap at random. */
function makeRandomBars(seed: number, count: number): GanttBar[] {
  const random = createRandomGenerator(seed);
  return Array.from({ length: count }, () => {
    const start = Math.floor(random() * 5000);
    return makeBar(start, start + 1 + Math.floor(random() * 300));
  });
}

describe('lanes', () => {
  test('bars that touch share a lane, and bars that overlap do not', () => {
    const [first, second, third] = [makeBar(0, 10), makeBar(10, 20), makeBar(5, 15)];
    const lanes = divideIntoLanes([second, third, first]);
    expect(lanes.map(({ bars }) => bars)).toEqual([[first, second], [third]]);
  });

  test('hold each bar once, also if there are more at once than lanes', () => {
    const bars = makeRandomBars(1, 400);
    const lanes = divideIntoLanes(bars);
    expect(lanes.length).toBe(12);
    const tasks = lanes.flatMap((lane) => lane.bars.map(({ task }) => task));
    expect(tasks.sort((a, b) => a - b)).toEqual(bars.map(({ task }) => task));
  });

  test('a search finds exactly the bars that a plain look finds, and those between them', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      for (const lane of divideIntoLanes(makeRandomBars(seed, 300))) {
        for (let from = -100; from < 5500; from += 173) {
          const until = from + 400;
          const [first, end] = findVisibleBars(lane, from, until);
          const visibleBars = lane.bars.filter((bar) => bar.end > from && bar.start < until);
          const foundBars = lane.bars.slice(first, end);
          expect(foundBars).toEqual(expect.arrayContaining(visibleBars));
          // The found bars may begin with bars that are not visible, but they end with the last visible bar.
          if (visibleBars.length > 0) expect([foundBars.at(-1)]).toEqual([visibleBars.at(-1)]);
        }
      }
    }
  });
});

describe('rows', () => {
  const rows = makeRows(
    'device',
    [1, 2, 3].map(makeSubject),
    [makeBar(0, 10), makeBar(5, 20), makeBar(0, 30, { machine: 3 })],
    [makeBar(40, 50)],
  );

  test('stand below each other without a gap, and are higher with more lanes', () => {
    expect(rows.map(({ lanes }) => lanes.length)).toEqual([2, 1, 1]);
    expect(rows[1]!.top).toBe(rows[0]!.height);
    expect(rows[2]!.top).toBe(rows[0]!.height + rows[1]!.height);
    expect(getTotalHeight(rows)).toBe(rows[2]!.top + rows[2]!.height);
    expect(rows[0]!.height).toBeGreaterThan(rows[1]!.height);
  });

  test('a span of pixels finds the rows that it touches', () => {
    expect(findVisibleRows(rows, 0, rows[0]!.height)).toEqual([0, 1]);
    expect(findVisibleRows(rows, rows[0]!.height - 1, rows[0]!.height + 1)).toEqual([0, 2]);
    expect(findVisibleRows(rows, 9999, 10_000)).toEqual([3, 3]);
    expect(findVisibleRows([], 0, 100)).toEqual([0, 0]);
  });

  test('a point finds the bar of its lane, or that of the present plan in the strip below', () => {
    const secondLane = rows[0]!.lanes[1]!.bars[0]!;
    expect(findBarAt(rows, ROW_GAP_PX + 18 + 4, 6, 0)).toEqual({
      bar: secondLane,
      rowIndex: 0,
      laneIndex: 1,
      isInPresentPlan: false,
    });
    const stripY = rows[0]!.height - ROW_GAP_PX - PRESENT_STRIP_PX / 2;
    expect(findBarAt(rows, stripY, 45, 0)).toMatchObject({ rowIndex: 0, isInPresentPlan: true });
    expect(findBarAt(rows, stripY, 20, 0)).toBeNull();
    expect(findBarAt(rows, -5, 6, 0)).toBeNull();
  });

  test('a point just beside a bar finds it only within the slack', () => {
    const y = rows[2]!.top + ROW_GAP_PX + 4;
    expect(findBarAt(rows, y, 32, 1)).toBeNull();
    expect(findBarAt(rows, y, 32, 5)).toMatchObject({ rowIndex: 2 });
  });

  test('the rest of the operations has a row only by its subject without an id', () => {
    const bars = [makeBar(0, 10, { machine: null, group: null })];
    const [row] = makeRows('device', [makeSubject(null)], bars, []);
    expect(row!.lanes[0]!.bars).toEqual(bars);
    expect(makeRows('workOrder', [makeSubject(1)], bars, [])[0]!.lanes[0]!.bars).toEqual(bars);
    expect(makeRows('workGroup', [makeSubject(1)], bars, [])[0]!.lanes[0]!.bars).toEqual([]);
  });
});

describe('arrow keys', () => {
  const [first, second] = [makeBar(0, 10), makeBar(20, 30)];
  const [earlyBar, lateBar] = [makeBar(1, 5, { machine: 3 }), makeBar(22, 40, { machine: 3 })];
  const rows = makeRows('device', [1, 2, 3].map(makeSubject), [second, first, lateBar, earlyBar], []);
  const findBarPlace = (bar: GanttBar) => findPlaceOf(rows, bar.task)!;

  test('lead along the row, and over an empty row to the nearest bar', () => {
    expect(findNeighbour(rows, findBarPlace(first), 'next')).toBe(second);
    expect(findNeighbour(rows, findBarPlace(first), 'previous')).toBeNull();
    expect(findNeighbour(rows, findBarPlace(second), 'down')).toBe(lateBar);
    expect(findNeighbour(rows, findBarPlace(earlyBar), 'up')).toBe(first);
    expect(findNeighbour(rows, findBarPlace(first), 'up')).toBeNull();
    expect(findPlaceOf(rows, -1)).toBeNull();
  });
});

test('windows of a calendar are found by a span of time', () => {
  const windows = [
    [0, 10],
    [20, 30],
    [40, 50],
  ] as const;
  expect(findVisibleWindows(windows, 10, 20)).toEqual([1, 1]);
  expect(findVisibleWindows(windows, 5, 45)).toEqual([0, 3]);
  expect(findVisibleWindows(windows, 29, 30)).toEqual([1, 2]);
  expect(findVisibleWindows([], 0, 1)).toEqual([0, 0]);
});
