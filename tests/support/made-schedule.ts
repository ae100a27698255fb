import type {
  PresentSchedule,
  ScheduleBar,
  ScheduleFigures,
  ScheduleKeep,
  ScheduleOperation,
  SchedulePlan,
  ScheduleProposal,
  ScheduleRun,
} from '#shared/answers/schedule.ts';
import { comparePlans } from '#shared/planning/engine/compare.ts';
import type { Proposal } from '#shared/planning/engine/proposal.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';

const MINUTE_MS = 60_000;
const WEEK = 7 * 1440;
const PROCESS_NAMES = ['粗车', '精车', '铣面', '钻孔', '磨削', '热处理', '去毛刺', '装配', '检验'];
const PART_NAMES = ['法兰盘', '主轴', '齿轮', '泵体', '端盖', '连杆'];

/** Shifts all times of a generated plant by whole weeks. Its `now` is then at most one week before `nowMinutes`. */
export function shiftPlant(input: PlanInput, nowMinutes: number): PlanInput {
  const shift = Math.floor((nowMinutes - input.now) / WEEK) * WEEK;
  const move = <T extends number | null>(instant: T): T => (instant === null ? null : instant + shift) as T;
  return {
    ...input,
    now: move(input.now),
    horizonEnd: move(input.horizonEnd),
    fenceEnd: move(input.fenceEnd),
    days: input.days.map(move),
    orders: input.orders.map((order) => ({ ...order, due: move(order.due) })),
    tasks: input.tasks.map((task) => ({ ...task, materialAt: move(task.materialAt) })),
    bookings: input.bookings.map((booking) => ({
      ...booking,
      from: move(booking.from),
      until: move(booking.until),
    })),
    calendars: input.calendars.map((calendar) => ({
      ...calendar,
      windows: calendar.windows.map(([from, until]): [number, number] => [move(from), move(until)]),
    })),
  };
}

function makeOperation(input: PlanInput, processId: number): ScheduleOperation {
  const task = input.tasks.find(({ id }) => id === processId)!;
  const machineId = task.need.kind === 'machines' ? (task.need.machines[0]?.id ?? null) : null;
  return {
    task: processId,
    processId,
    share: null,
    version: 1,
    orderId: task.order,
    partId: task.order,
    partCode: `P-${task.order}`,
    partName: PART_NAMES[task.order % PART_NAMES.length]!,
    seq: ((processId % 12) + 1) * 10,
    name: PROCESS_NAMES[processId % PROCESS_NAMES.length]!,
    state: task.started ? 'processing' : 'notStarted',
    workGroupId: machineId === null ? null : getGroupId(input, machineId),
    pinned: task.pinned !== null,
    started: task.started !== null,
  };
}

const GROUP_SIZE = 4;
const countGroups = ({ machines }: PlanInput): number => Math.ceil(machines.length / GROUP_SIZE);
const getGroupId = (input: PlanInput, machineId: number): number =>
  ((machineId - 1) % countGroups(input)) + 1;

/** Makes the plan that the server would show for a proposal of the planning engine, with names for its parts. */
export function nameSchedule(input: PlanInput, proposal: Proposal): SchedulePlan {
  const tasks = new Map(input.tasks.map((task) => [task.id, task]));
  const nameOperation = (processId: number): ScheduleOperation =>
    makeOperation({ ...input, tasks: [tasks.get(processId)!] }, processId);
  const calendarIds = input.calendars.map(({ id }) => id);
  const toDay = (instant: number): string => new Date(instant * MINUTE_MS).toISOString().slice(0, 10);
  return {
    now: input.now,
    fenceEnd: input.fenceEnd,
    horizonEnd: input.horizonEnd,
    days: input.days.slice(0, -1).map(toDay),
    dayStarts: input.days,
    groups: Array.from({ length: countGroups(input) }, (_, index) => ({
      id: index + 1,
      code: `G${index + 1}`,
      name: `${PROCESS_NAMES[index % PROCESS_NAMES.length]}组 ${index + 1}`,
    })),
    machines: input.machines.map(({ id, lanes, calendar }) => ({
      id,
      code: `D${String(id).padStart(3, '0')}`,
      name: `CNC-${id}`,
      workGroupId: getGroupId(input, id),
      lanes,
      calendar: calendarIds.indexOf(calendar),
    })),
    calendars: input.calendars.map(({ windows }) => windows),
    orders: proposal.orders.map(({ id, end, lateBy, chain, causes }) => {
      const order = input.orders.find((candidate) => candidate.id === id)!;
      return {
        id,
        code: `W-${4000 + id}`,
        name: `${PART_NAMES[id % PART_NAMES.length]}订单`,
        priority: order.priority,
        due: order.due,
        dueDate: order.due === null ? null : toDay(order.due - 1),
        end,
        lateBy,
        chain,
        causes,
      };
    }),
    bars: proposal.placed.map(({ task, ...placed }): ScheduleBar => ({ ...nameOperation(task), ...placed })),
    unplaced: proposal.unplaced.map(({ task, ...reasonFields }) => ({
      ...nameOperation(task),
      ...reasonFields,
    })),
    conflicts: proposal.conflicts,
    machineLoad: proposal.machineLoad,
    peopleLoad: proposal.peopleLoad,
  };
}

const sumFigures = (proposal: Proposal): ScheduleFigures => ({
  placed: proposal.placed.length,
  unplaced: proposal.unplaced.length,
  conflicts: proposal.conflicts.length,
  orders: proposal.orders.length,
  lateOrders: proposal.orders.filter(({ lateBy }) => lateBy > 0).length,
  lateMinutes: proposal.orders.reduce((sum, { lateBy }) => sum + lateBy, 0),
  mostLateMinutes: Math.max(0, ...proposal.orders.map(({ lateBy }) => lateBy)),
  objective: proposal.objective,
});

export function makeRun(id: number, keep: ScheduleKeep, changes: Partial<ScheduleRun> = {}): ScheduleRun {
  return {
    id,
    name: null,
    patches: [],
    state: 'ready',
    keep,
    goal: 'tardiness',
    level: 'quickSearch',
    horizonDays: 90,
    requestedAt: '2026-06-15T00:00:00.000Z',
    requestedBy: '张工',
    requestedFor: null,
    appliesItself: false,
    endedAt: '2026-06-15T00:00:02.000Z',
    appliedAt: null,
    appliedBy: null,
    replacedAt: null,
    progress: null,
    figures: null,
    before: null,
    moved: null,
    machineChanged: null,
    passes: 30,
    stoppedBy: 'passes',
    ...changes,
  };
}

/** The answers of the calls of cycle scheduling, for a plan and the plan before it. */
export interface MadeSchedule {
  readonly list: { readonly rows: ScheduleRun[] };
  readonly present: PresentSchedule;
  readonly proposal: ScheduleProposal;
}

export function makeScheduleAnswers(input: PlanInput, before: Proposal, after: Proposal): MadeSchedule {
  const comparison = comparePlans(before, after);
  const placedBefore = new Map(before.placed.map((placed) => [placed.task, placed]));
  const run = makeRun(2, 'keepOrder', {
    figures: sumFigures(after),
    before: sumFigures(before),
    moved: comparison.moved.length,
    machineChanged: comparison.moved.filter(({ isMachineChanged }) => isMachineChanged).length,
  });
  const presentRun = makeRun(1, 'planAfresh', { state: 'applied', figures: sumFigures(before) });
  return {
    list: { rows: [run, presentRun] },
    present: { run: presentRun, plan: nameSchedule(input, before) },
    proposal: {
      run,
      plan: nameSchedule(input, after),
      comparison: {
        ...comparison,
        moved: comparison.moved.map(({ task, laterBy, isMachineChanged }) => {
          const { machine, start, end } = placedBefore.get(task)!;
          return {
            processId: task,
            laterBy,
            isMachineChanged,
            fromMachine: machine,
            fromStart: start,
            fromEnd: end,
          };
        }),
      },
    },
  };
}
