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
import { DAY } from './chart/gantt-view.ts';
import type { OperationStates } from './operation-state-reader.ts';
import type { PlanNames } from './plan-names.ts';

/** An operation on the chart. */
export interface PlanBar extends GanttBar {
  readonly source: ScheduleBar;
}

/** Whether an operation runs, or ran when the plan was made: it cannot be moved. */
export const isRunning = (
  { processId, started, bound, share, machine }: ScheduleBar,
  states: OperationStates | null = null,
): boolean => {
  const state = states?.get(processId);
  const isStarted = share ? state && (state.runningOn ?? []).includes(machine!) : state?.started;
  return (isStarted ?? started) || bound.kind === 'started';
};

/** Whether an operation can be split over machines. The server tells whether what is left can be divided. */
export const canSplit = ({ machine }: ScheduleBar): boolean => machine !== null;

/** Whether an operation can be moved to another group. A split one has to be joined first. */
export const canMoveGroup = (bar: ScheduleBar): boolean => bar.share === null && !isRunning(bar);

/** Turns the operations of a plan into bars. */
export const makeBars = (names: PlanNames): PlanBar[] =>
  names.plan.bars.map((source) => ({
    task: source.task,
    order: source.orderId,
    machine: source.machine,
    group: names.groupOf(source),
    start: source.start,
    end: source.end,
    source,
  }));

const compareCodes = (one: { code: string }, other: { code: string }): number =>
  one.code.localeCompare(other.code, undefined, { numeric: true });

/** Lists the machines group by group, each in the order of the codes. */
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

/** Lists the orders: those that are late most first, then by their due dates. */
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
 * @param groupId the only group whose rows are shown; null: all
 * @param restTitle the name of the row for operations without a machine or a group
 */
export function makePlanRows(
  axis: GanttAxis,
  names: PlanNames,
  bars: readonly PlanBar[],
  present: readonly PlanBar[],
  groupId: number | null,
  restTitle: string,
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
  const hasRest = shownBars.some((bar) => (axis === 'device' ? bar.machine : bar.group) === null);
  const rest: RowSubject = { id: null, title: restTitle, detail: '', windows: null };
  return makeRows(
    axis,
    axis !== 'workOrder' && hasRest ? [...subjects, rest] : subjects,
    shownBars,
    present.filter(isShown),
  );
}

/** Returns how late an operation or its order is. */
function getLatenessTone(bar: PlanBar, names: PlanNames): GanttTone {
  const order = names.orders.get(bar.order);
  if (!order || order.due === null) return 'no-due';
  if (order.lateBy > 0) return 'late';
  const { needBy } = bar.source;
  return needBy !== null && needBy - bar.end < DAY ? 'tight' : 'on-time';
}

/** What the chart shows of the state of an operation. */
type ShownState = Pick<OperationState, 'state' | 'pinned' | 'started'>;

/** The state of an operation that has not begun and is not pinned. */
const NOT_BEGUN: ShownState = { state: 'notStarted', pinned: false, started: false };

/** Returns the present state of an operation. Until the present states are read, it returns the state from the plan. */
function findState({ source }: PlanBar, states: OperationStates | null): ShownState {
  if (states === null) return source;
  const state = states.get(source.processId) ?? NOT_BEGUN;
  if (!source.share) return state;
  const started = isRunning(source, states);
  // What the others of its shares do, does not make a share run.
  const own = state.state === 'processing' && !started ? 'received' : state.state;
  return { state: own, started, pinned: source.pinned || state.pinned };
}

function getStateTone({ started, state }: ShownState): GanttTone {
  if (started || state === 'processing') return 'running';
  if (state === 'unfinished') return 'held';
  return state === 'notStarted' ? 'waiting' : 'ready';
}

/**
 * Returns a function that tells how a bar looks with some states. It answers from a cache, because it is called for every
 * drawn bar. A change of states makes new looks only for the bars whose state has changed.
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
    const known = looks.get(bar);
    if (known?.state === state) return known.look;
    const { seq, name, share } = bar.source;
    const look = {
      tone: readTone(bar, state),
      code: names.nameOrder(bar.order),
      // Long names are cut at the end.
      rest: share ? `${share.number}/${share.count} ${seq} ${name}` : `${seq} ${name}`,
      isPinned: state.pinned,
      isLate: (names.orders.get(bar.order)?.lateBy ?? 0) > 0,
    };
    looks.set(bar, { look, state });
    return look;
  };
}

/** Finds the place of every bar of some operations. */
function findPlaces(
  rows: readonly GanttRow<PlanBar>[],
  tasks: ReadonlySet<number>,
): Map<number, BarPlace<PlanBar>> {
  const places = new Map<number, BarPlace<PlanBar>>();
  for (const [rowIndex, { lanes }] of rows.entries())
    for (const [laneIndex, { bars }] of lanes.entries())
      for (const bar of bars)
        if (tasks.has(bar.task)) places.set(bar.task, { bar, rowIndex, laneIndex, isPresent: false });
  return places;
}

/** The critical chain of an order on the chart: its operations and those that it waits behind, and its links. */
export interface LitChain {
  readonly tasks: ReadonlySet<number>;
  readonly links: readonly ChainLink[];
  readonly span: { readonly from: number; readonly until: number };
}

/** Lights the critical chain of an order; null if the order is on time, or there is no such order. */
export function lightChain(
  rows: readonly GanttRow<PlanBar>[],
  names: PlanNames,
  orderId: number | null,
): LitChain | null {
  const chain = (orderId !== null && names.orders.get(orderId)?.chain) || [];
  if (chain.length === 0) return null;
  const worked = [
    ...new Set(chain.filter(({ kind }) => kind === 'work' || kind === 'fixedDays').map(({ task }) => task)),
  ];
  const places = findPlaces(rows, new Set(worked));
  const links = worked.slice(1).flatMap((task, index): ChainLink[] => {
    const [from, to] = [places.get(worked[index]!), places.get(task)];
    return from && to ? [{ from, to }] : [];
  });
  return {
    tasks: new Set([...worked, ...chain.flatMap(({ behind }) => behind)]),
    links,
    span: { from: chain[0]!.from, until: chain.at(-1)!.until },
  };
}
