import type { ScheduleBar, SchedulePlan } from '#shared/answers/schedule.ts';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import type { BarLook, ChainLink } from './chart/gantt-scene.ts';
import { getHue, type GanttColouring, type GanttTone } from './chart/gantt-palette.ts';
import {
  type BarPlace,
  type GanttAxis,
  type GanttBar,
  type GanttRow,
  makeRows,
  type RowSubject,
} from './chart/gantt-rows.ts';
import { DAY_MINUTES } from './chart/gantt-view.ts';
import type { OperationStates } from './operation-state-reader.ts';
import type { PlanNames } from './plan-names.ts';

/** An operation on the chart. */
export interface PlanBar extends GanttBar {
  readonly source: ScheduleBar;
}

/**
 * Whether work on an operation has started, so that the operation cannot be moved. An operation that the plan itself
 * treats as running always counts.
 * @param states the current states; null for the states at the time when the plan was made
 */
export const isRunning = (
  { processId, started, bound, share, machine }: ScheduleBar,
  states: OperationStates | null,
): boolean => {
  const state = states?.get(processId);
  const isStarted = share ? state && (state.runningOn ?? []).includes(machine!) : state?.started;
  return (isStarted ?? started) || bound.kind === 'started';
};

/** Whether an operation has an appointment. Those of the shares of a split operation are known only from the plan. */
export const isPinned = (
  { processId, share, pinned }: ScheduleBar,
  states: OperationStates | null,
): boolean => (share || states === null ? pinned : (states.get(processId)?.pinned ?? false));

/**
 * Whether the page offers to split an operation over machines. The server decides whether its quantity can be divided.
 */
export const canSplit = ({ machine }: ScheduleBar): boolean => machine !== null;

/** Whether an operation can be moved to another group. A split operation must first be joined. */
export const canMoveGroup = (bar: ScheduleBar, states: OperationStates | null): boolean =>
  bar.share === null && !isRunning(bar, states);

/** Turns the operations of a plan into bars. */
export const makeBars = (names: PlanNames): PlanBar[] =>
  names.plan.bars.map((source) => ({
    task: source.task,
    order: source.orderId,
    machine: source.machine,
    group: names.findGroupOf(source),
    start: source.start,
    end: source.end,
    source,
  }));

const compareCodes = (a: { code: string }, b: { code: string }): number =>
  a.code.localeCompare(b.code, undefined, { numeric: true });

/** Lists the machines by the codes of their groups, and within a group by their own codes. */
function listMachines(names: PlanNames): RowSubject[] {
  const { plan } = names;
  const groupCodeOf = (id: number | null): string => (id !== null && names.groups.get(id)?.code) || '\uFFFF';
  return plan.machines
    .toSorted(
      (a, b) =>
        groupCodeOf(a.workGroupId).localeCompare(groupCodeOf(b.workGroupId), undefined, { numeric: true }) ||
        compareCodes(a, b),
    )
    .map(({ id, code, name, calendar }) => ({
      id,
      title: name,
      detail: code,
      windows: plan.calendars[calendar] ?? null,
    }));
}

/** Lists the orders. The order with the most lateness comes first. Equally late orders are sorted by due date. */
const listOrders = ({ orders }: SchedulePlan): RowSubject[] =>
  orders
    .toSorted(
      (a, b) => b.lateBy - a.lateBy || (a.due ?? Infinity) - (b.due ?? Infinity) || compareCodes(a, b),
    )
    .map(({ id, code, name }) => ({ id, title: code, detail: name, windows: null }));

const listGroups = ({ groups }: SchedulePlan): RowSubject[] =>
  groups
    .toSorted(compareCodes)
    .map(({ id, code, name }) => ({ id, title: name, detail: code, windows: null }));

/**
 * Makes the rows of a plan.
 * @param presentBars the operations of the present plan; empty if the chart does not show them
 * @param groupId the group whose operations are shown; null for all groups
 * @param unassignedTitle the title of the row for operations without a machine or without a group
 */
export function makePlanRows(
  axis: GanttAxis,
  names: PlanNames,
  bars: readonly PlanBar[],
  presentBars: readonly PlanBar[],
  groupId: number | null,
  unassignedTitle: string,
): GanttRow<PlanBar>[] {
  const isShown = ({ group }: PlanBar): boolean => groupId === null || group === groupId;
  const shownBars = bars.filter(isShown);
  const orderIds = new Set(shownBars.map(({ order }) => order));
  const subjects = {
    device: listMachines(names).filter(
      ({ id }) => groupId === null || names.machines.get(id!)?.workGroupId === groupId,
    ),
    workGroup: listGroups(names.plan).filter(({ id }) => groupId === null || id === groupId),
    workOrder: listOrders(names.plan).filter(({ id }) => orderIds.has(id!)),
  }[axis];
  const hasUnassigned = shownBars.some((bar) => (axis === 'device' ? bar.machine : bar.group) === null);
  const unassignedRow: RowSubject = { id: null, title: unassignedTitle, detail: '', windows: null };
  return makeRows(
    axis,
    axis !== 'workOrder' && hasUnassigned ? [...subjects, unassignedRow] : subjects,
    shownBars,
    presentBars.filter(isShown),
  );
}

/** Returns the tone that shows whether the order of an operation is late, or is likely to become late. */
function getLatenessTone(bar: PlanBar, names: PlanNames): GanttTone {
  const order = names.orders.get(bar.order);
  if (!order || order.due === null) return 'no-due';
  if (order.lateBy > 0) return 'late';
  const { needBy } = bar.source;
  return needBy !== null && needBy - bar.end < DAY_MINUTES ? 'tight' : 'on-time';
}

/** The part of an operation's state that the chart shows. */
type ShownState = Pick<OperationState, 'state' | 'pinned' | 'started'>;

/** The state of an operation that has not begun and is not pinned. */
const NOT_BEGUN: ShownState = { state: 'notStarted', pinned: false, started: false };

/**
 * Returns the current state of an operation. If `states` is null, returns the state at the time when the plan was made.
 */
function findState({ source }: PlanBar, states: OperationStates | null): ShownState {
  if (states === null) return source;
  const state = states.get(source.processId) ?? NOT_BEGUN;
  if (!source.share) return state;
  const started = isRunning(source, states);
  // A process is running if any of its shares is running. A share has this state only if its own machine works on it.
  const ownState = state.state === 'processing' && !started ? 'received' : state.state;
  return { state: ownState, started, pinned: source.pinned || state.pinned };
}

function getStateTone({ started, state }: ShownState): GanttTone {
  if (started || state === 'processing') return 'running';
  if (state === 'unfinished') return 'held';
  return state === 'notStarted' ? 'waiting' : 'ready';
}

/**
 * Makes a function that returns the look of a bar for the given states. The function caches the looks, because the
 * chart calls it for every visible bar. It makes a new look only if the state of the bar has changed.
 */
export function makeLookReader(
  names: PlanNames,
  colouring: GanttColouring,
): (bar: PlanBar, states?: OperationStates | null) => BarLook {
  const indexByOrder = new Map([...names.orders.keys()].map((id, index) => [id, index]));
  const looks = new Map<PlanBar, { look: BarLook; state: ShownState }>();
  const readTone = (bar: PlanBar, state: ShownState): GanttTone => {
    if (colouring === 'byLateness') return getLatenessTone(bar, names);
    return colouring === 'byOperationState' ? getStateTone(state) : getHue(indexByOrder.get(bar.order) ?? 0);
  };
  return (bar, states = null) => {
    const state = findState(bar, states);
    const cachedState = looks.get(bar);
    if (cachedState?.state === state) return cachedState.look;
    const { seq, name, share } = bar.source;
    const look = {
      tone: readTone(bar, state),
      code: names.nameOrder(bar.order),
      // The number of the share comes first, because a long text is cut at its end.
      detail: share ? `${share.number}/${share.count} ${seq} ${name}` : `${seq} ${name}`,
      isPinned: state.pinned,
      isLate: (names.orders.get(bar.order)?.lateBy ?? 0) > 0,
    };
    looks.set(bar, { look, state });
    return look;
  };
}

/** Finds the places of operations on the chart. @returns the places by `task`; operations without a row are missing */
function findPlaces(
  rows: readonly GanttRow<PlanBar>[],
  tasks: ReadonlySet<number>,
): Map<number, BarPlace<PlanBar>> {
  const places = new Map<number, BarPlace<PlanBar>>();
  for (const [rowIndex, { lanes }] of rows.entries())
    for (const [laneIndex, { bars }] of lanes.entries())
      for (const bar of bars)
        if (tasks.has(bar.task)) places.set(bar.task, { bar, rowIndex, laneIndex, isInPresentPlan: false });
  return places;
}

/** The critical chain of an order on the chart: its operations, the operations that they wait for, and the links. */
export interface HighlightedChain {
  readonly tasks: ReadonlySet<number>;
  readonly links: readonly ChainLink[];
  readonly span: { readonly from: number; readonly until: number };
}

/**
 * Finds what to highlight for the critical chain of an order.
 * @returns null if the order is on time or not in the plan
 */
export function findHighlightedChain(
  rows: readonly GanttRow<PlanBar>[],
  names: PlanNames,
  orderId: number | null,
): HighlightedChain | null {
  const chain = (orderId !== null && names.orders.get(orderId)?.chain) || [];
  if (chain.length === 0) return null;
  const chainTasks = [
    ...new Set(chain.filter(({ kind }) => kind === 'work' || kind === 'fixedDays').map(({ task }) => task)),
  ];
  const places = findPlaces(rows, new Set(chainTasks));
  const links = chainTasks.slice(1).flatMap((task, index): ChainLink[] => {
    const [from, to] = [places.get(chainTasks[index]!), places.get(task)];
    return from && to ? [{ from, to }] : [];
  });
  return {
    tasks: new Set([...chainTasks, ...chain.flatMap(({ behind }) => behind)]),
    links,
    span: { from: chain[0]!.from, until: chain.at(-1)!.until },
  };
}
