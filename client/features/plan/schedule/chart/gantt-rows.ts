import type { Window } from '#shared/planning/engine/types.ts';

/** A rectangle on the chart: an operation at the place where a plan puts it. Instants are minutes since 1970. */
export interface GanttBar {
  /** The id of the process. */
  readonly task: number;
  readonly order: number;
  readonly machine: number | null;
  readonly group: number | null;
  readonly start: number;
  readonly end: number;
}

/** Bars that are drawn side by side, in the order of their starts. */
export interface GanttLane<B extends GanttBar = GanttBar> {
  readonly bars: readonly B[];
  /** The latest end of the bars up to each one. It ascends, so that a binary search can read it. */
  readonly latestEnds: Float64Array;
}

/** What the rows of the chart stand for. */
export const GANTT_AXES = ['device', 'workGroup', 'workOrder'] as const;
export type GanttAxis = (typeof GANTT_AXES)[number];

/** Something that has a row of its own. */
export interface RowSubject {
  /** Null: the row of operations that need no machine, or have no group. */
  readonly id: number | null;
  readonly title: string;
  readonly detail: string;
  /** The open times; null if they are not known, or not shown. */
  readonly windows: readonly Window[] | null;
}

export interface GanttRow<B extends GanttBar = GanttBar> {
  readonly subject: RowSubject;
  readonly lanes: readonly GanttLane<B>[];
  /** Where the present plan has its operations; drawn as a thin strip. */
  readonly present: GanttLane<B>;
  /** The upper edge in pixels, without scrolling. */
  readonly top: number;
  readonly height: number;
}

export const ROW_GAP_PX = 4;
export const PRESENT_STRIP_PX = 4;
const SINGLE_LANE_PX = 24;
const SHARED_LANE_PX = 18;
/** More lanes are not drawn: further bars overlap others. */
const MAX_LANES = 12;

/** Returns the height of a lane in a row with so many lanes. */
export const getLaneHeight = (laneCount: number): number => (laneCount > 1 ? SHARED_LANE_PX : SINGLE_LANE_PX);

function makeLane<B extends GanttBar>(bars: readonly B[]): GanttLane<B> {
  let latest = -Infinity;
  return { bars, latestEnds: Float64Array.from(bars, ({ end }) => (latest = Math.max(latest, end))) };
}

const compareBars = (one: GanttBar, other: GanttBar): number =>
  one.start - other.start || one.end - other.end || one.task - other.task;

/** Divides bars among lanes, so that bars of a lane do not overlap, as long as there are lanes. */
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

/** Returns the id by which a bar belongs to a row. */
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
 * @param subjects the subjects in the order of the rows. Those without a bar keep their row.
 * @param present the bars of the present plan
 */
export function makeRows<B extends GanttBar>(
  axis: GanttAxis,
  subjects: readonly RowSubject[],
  bars: readonly B[],
  present: readonly B[],
): GanttRow<B>[] {
  const barsById = groupBars(axis, bars);
  const presentById = groupBars(axis, present);
  let top = 0;
  return subjects.map((subject) => {
    const lanes = divideIntoLanes(barsById.get(subject.id) ?? []);
    const height = lanes.length * getLaneHeight(lanes.length) + PRESENT_STRIP_PX + 2 * ROW_GAP_PX;
    const row: GanttRow<B> = {
      subject,
      lanes,
      present: makeLane((presentById.get(subject.id) ?? []).toSorted(compareBars)),
      top,
      height,
    };
    top += height;
    return row;
  });
}

export const getTotalHeight = (rows: readonly GanttRow[]): number => {
  const last = rows.at(-1);
  return last ? last.top + last.height : 0;
};

/** Returns the first index at which a condition holds, which holds for all later ones too. */
function findFirst(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the indices [from, until) of the rows that touch a span of pixels. */
export function findVisibleRows(rows: readonly GanttRow[], top: number, bottom: number): [number, number] {
  const from = findFirst(rows.length, (index) => rows[index]!.top + rows[index]!.height > top);
  const until = findFirst(rows.length, (index) => rows[index]!.top >= bottom);
  return [from, Math.max(from, until)];
}

/** Returns the indices [from, until) of the bars of a lane among which those of a span of time are. */
export function findVisibleBars(
  { bars, latestEnds }: GanttLane,
  from: number,
  until: number,
): [number, number] {
  const first = findFirst(bars.length, (index) => latestEnds[index]! > from);
  const end = findFirst(bars.length, (index) => bars[index]!.start >= until);
  return [first, Math.max(first, end)];
}

/** Returns the indices [from, until) of the windows of a calendar that touch a span of time. */
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
  /** Whether it is a bar of the present plan. */
  readonly isPresent: boolean;
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
 * @param slack the minutes beside a bar that still count, because short bars are hard to hit
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
  const below = y - row.top - ROW_GAP_PX;
  const laneIndex = Math.floor(below / getLaneHeight(row.lanes.length));
  const isPresent = laneIndex === row.lanes.length;
  const lane = isPresent ? row.present : row.lanes[laneIndex];
  if (!lane) return null;
  const bar = findBarIn(lane, at, at + 1) ?? findBarIn(lane, at - slack, at + slack);
  return bar ? { bar, rowIndex, laneIndex, isPresent } : null;
}

/** Finds where the chart shows an operation. */
export function findPlaceOf<B extends GanttBar>(
  rows: readonly GanttRow<B>[],
  task: number,
): BarPlace<B> | null {
  for (const [rowIndex, { lanes }] of rows.entries())
    for (const [laneIndex, { bars }] of lanes.entries()) {
      const bar = bars.find((candidate) => candidate.task === task);
      if (bar) return { bar, rowIndex, laneIndex, isPresent: false };
    }
  return null;
}

/** Whither the arrow keys move. */
export type Step = 'next' | 'previous' | 'up' | 'down';

const listBarsOfRow = <B extends GanttBar>({ lanes }: GanttRow<B>): B[] =>
  lanes.flatMap(({ bars }) => bars).sort(compareBars);

/** Returns the bar that an arrow key leads to: the neighbour in the row, or the nearest bar of the next row with bars. */
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
