import type { Window } from '#shared/planning/engine/types.ts';

/** An operation at the place where a plan puts it, drawn as a rectangle. Instants are minutes since 1970. */
export interface GanttBar {
  /** The id of the operation in the plan: that of its share or, if it is not split, of its process. */
  readonly task: number;
  readonly order: number;
  readonly machine: number | null;
  readonly group: number | null;
  readonly start: number;
  readonly end: number;
}

/** Bars that are drawn in one line, in the order of their starts. */
export interface GanttLane<B extends GanttBar = GanttBar> {
  readonly bars: readonly B[];
  /**
   * For each bar, the latest end among this bar and all bars before it. A binary search uses these ascending values.
   */
  readonly latestEnds: Float64Array;
}

/** What the rows of the chart stand for. */
export const GANTT_AXES = ['device', 'workGroup', 'workOrder'] as const;
export type GanttAxis = (typeof GANTT_AXES)[number];

/** What a row stands for: a machine, a work group or an order. */
export interface RowSubject {
  /** Null for the row of the operations without a machine or without a group. */
  readonly id: number | null;
  readonly title: string;
  readonly detail: string;
  /** The open times of a machine; null if they are unknown, or if the row is not a machine. */
  readonly windows: readonly Window[] | null;
}

export interface GanttRow<B extends GanttBar = GanttBar> {
  readonly subject: RowSubject;
  readonly lanes: readonly GanttLane<B>[];
  /** The places of the operations in the present plan, drawn as a thin strip. */
  readonly presentLane: GanttLane<B>;
  /** The distance of the upper edge from the first row, in pixels. */
  readonly top: number;
  readonly height: number;
}

export const ROW_GAP_PX = 4;
export const PRESENT_STRIP_PX = 4;
const SINGLE_LANE_PX = 24;
const SHARED_LANE_PX = 18;
/** The maximum number of lanes in a row. If there are too few lanes, bars overlap. */
const MAX_LANES = 12;

/** Returns the height in pixels of a lane in a row with `laneCount` lanes. */
export const getLaneHeight = (laneCount: number): number => (laneCount > 1 ? SHARED_LANE_PX : SINGLE_LANE_PX);

function makeLane<B extends GanttBar>(bars: readonly B[]): GanttLane<B> {
  let latest = -Infinity;
  return { bars, latestEnds: Float64Array.from(bars, ({ end }) => (latest = Math.max(latest, end))) };
}

const compareBars = (a: GanttBar, b: GanttBar): number =>
  a.start - b.start || a.end - b.end || a.task - b.task;

/** Divides bars among lanes. Bars of the same lane do not overlap, unless that takes more than `MAX_LANES` lanes. */
export function divideIntoLanes<B extends GanttBar>(bars: readonly B[]): GanttLane<B>[] {
  const lanes: { bars: B[]; end: number }[] = [];
  for (const bar of bars.toSorted(compareBars)) {
    let lane = lanes.find(({ end }) => end <= bar.start);
    if (!lane && lanes.length < MAX_LANES) {
      lane = { bars: [], end: -Infinity };
      lanes.push(lane);
    }
    lane ??= lanes.reduce((first, candidate) => (candidate.end < first.end ? candidate : first));
    lane.bars.push(bar);
    lane.end = Math.max(lane.end, bar.end);
  }
  return (lanes.length > 0 ? lanes : [{ bars: [] }]).map((lane) => makeLane<B>(lane.bars));
}

/** Returns the id of the machine, work group or order in whose row a bar is drawn. */
const getSubjectId = (axis: GanttAxis, bar: GanttBar): number | null =>
  axis === 'device' ? bar.machine : axis === 'workGroup' ? bar.group : bar.order;

function groupBars<B extends GanttBar>(axis: GanttAxis, bars: readonly B[]): Map<number | null, B[]> {
  const barsById = new Map<number | null, B[]>();
  for (const bar of bars) {
    const id = getSubjectId(axis, bar);
    const group = barsById.get(id);
    if (group) group.push(bar);
    else barsById.set(id, [bar]);
  }
  return barsById;
}

/**
 * Makes the rows of the chart.
 * @param subjects the subjects in the order of the rows. A subject without bars has a row, too.
 * @param presentBars the bars of the present plan
 */
export function makeRows<B extends GanttBar>(
  axis: GanttAxis,
  subjects: readonly RowSubject[],
  bars: readonly B[],
  presentBars: readonly B[],
): GanttRow<B>[] {
  const barsById = groupBars(axis, bars);
  const presentBarsById = groupBars(axis, presentBars);
  let top = 0;
  return subjects.map((subject) => {
    const lanes = divideIntoLanes(barsById.get(subject.id) ?? []);
    const height = lanes.length * getLaneHeight(lanes.length) + PRESENT_STRIP_PX + 2 * ROW_GAP_PX;
    const row: GanttRow<B> = {
      subject,
      lanes,
      presentLane: makeLane((presentBarsById.get(subject.id) ?? []).toSorted(compareBars)),
      top,
      height,
    };
    top += height;
    return row;
  });
}

export const getTotalHeight = (rows: readonly GanttRow[]): number => {
  const lastRow = rows.at(-1);
  return lastRow ? lastRow.top + lastRow.height : 0;
};

/**
 * Finds the first index below `count` for which a condition is true. The condition must also be true for all later
 * indexes.
 * @returns `count` if the condition is never true
 */
function findFirst(count: number, isTrueAt: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrueAt(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Finds the rows between two heights in pixels.
 * @returns the index of the first row, and the index after the last row
 */
export function findVisibleRows(rows: readonly GanttRow[], top: number, bottom: number): [number, number] {
  const from = findFirst(rows.length, (index) => rows[index]!.top + rows[index]!.height > top);
  const until = findFirst(rows.length, (index) => rows[index]!.top >= bottom);
  return [from, Math.max(from, until)];
}

/**
 * Finds the bars of a lane that may touch a span of time. Some of them may end before the span.
 * @returns the index of the first bar, and the index after the last bar
 */
export function findVisibleBars(
  { bars, latestEnds }: GanttLane,
  from: number,
  until: number,
): [number, number] {
  const first = findFirst(bars.length, (index) => latestEnds[index]! > from);
  const end = findFirst(bars.length, (index) => bars[index]!.start >= until);
  return [first, Math.max(first, end)];
}

/**
 * Finds the open times that touch a span of time.
 * @returns the index of the first one, and the index after the last one
 */
export function findVisibleWindows(
  windows: readonly Window[],
  from: number,
  until: number,
): [number, number] {
  const first = findFirst(windows.length, (index) => windows[index]![1] > from);
  const end = findFirst(windows.length, (index) => windows[index]![0] >= until);
  return [first, Math.max(first, end)];
}

/** A bar and its place on the chart. */
export interface BarPlace<B extends GanttBar = GanttBar> {
  readonly bar: B;
  readonly rowIndex: number;
  readonly laneIndex: number;
  /** Whether the bar is the strip that shows the place of the operation in the present plan. */
  readonly isInPresentPlan: boolean;
}

export function findRowAt(rows: readonly GanttRow[], y: number): number {
  const [index] = findVisibleRows(rows, y, y + 1);
  return index < rows.length && rows[index]!.top <= y ? index : -1;
}

/** Finds the last bar of a lane that a span of time touches. */
function findBarIn<B extends GanttBar>(lane: GanttLane<B>, from: number, until: number): B | undefined {
  const [first, end] = findVisibleBars(lane, from, until);
  for (let index = end - 1; index >= first; index--)
    if (lane.bars[index]!.end > from) return lane.bars[index];
}

/**
 * Finds the bar at a point of the chart.
 * @param at the instant at the point
 * @param slack the maximum distance from the bar, in minutes, because short bars are hard to hit
 */
export function findBarAt<B extends GanttBar>(
  rows: readonly GanttRow<B>[],
  y: number,
  at: number,
  slack: number,
): BarPlace<B> | null {
  const rowIndex = findRowAt(rows, y);
  const row = rows[rowIndex];
  if (!row) return null;
  const yInRow = y - row.top - ROW_GAP_PX;
  const laneIndex = Math.floor(yInRow / getLaneHeight(row.lanes.length));
  const isInPresentPlan = laneIndex === row.lanes.length;
  const lane = isInPresentPlan ? row.presentLane : row.lanes[laneIndex];
  if (!lane) return null;
  const bar = findBarIn(lane, at, at + 1) ?? findBarIn(lane, at - slack, at + slack);
  return bar ? { bar, rowIndex, laneIndex, isInPresentPlan } : null;
}

/** Finds the place of an operation on the chart; null if no row shows it. */
export function findPlaceOf<B extends GanttBar>(
  rows: readonly GanttRow<B>[],
  task: number,
): BarPlace<B> | null {
  for (const [rowIndex, { lanes }] of rows.entries())
    for (const [laneIndex, { bars }] of lanes.entries()) {
      const bar = bars.find((candidate) => candidate.task === task);
      if (bar) return { bar, rowIndex, laneIndex, isInPresentPlan: false };
    }
  return null;
}

/** The bar to which an arrow key moves: the next or previous one in the row, or one in a row above or below. */
export type Step = 'next' | 'previous' | 'up' | 'down';

const listBarsOfRow = <B extends GanttBar>({ lanes }: GanttRow<B>): B[] =>
  lanes.flatMap(({ bars }) => bars).sort(compareBars);

/**
 * Finds the bar to which an arrow key moves: the next or previous bar of the row, or the bar with the nearest start in
 * the next row that has bars.
 */
export function findNeighbour<B extends GanttBar>(
  rows: readonly GanttRow<B>[],
  { bar, rowIndex }: BarPlace<B>,
  step: Step,
): B | null {
  if (step === 'next' || step === 'previous') {
    const bars = listBarsOfRow(rows[rowIndex]!);
    const index = bars.findIndex(({ task }) => task === bar.task);
    return bars[index + (step === 'next' ? 1 : -1)] ?? null;
  }
  const direction = step === 'down' ? 1 : -1;
  for (let index = rowIndex + direction; index >= 0 && index < rows.length; index += direction) {
    const bars = listBarsOfRow(rows[index]!);
    if (bars.length === 0) continue;
    const distanceOf = (candidate: B): number => Math.abs(candidate.start - bar.start);
    return bars.reduce((best, candidate) => (distanceOf(candidate) < distanceOf(best) ? candidate : best));
  }
  return null;
}
