import { createRandomGenerator } from '#shared/kernel/random.ts';
import type {
  Calendar,
  Machine,
  Order,
  PeopleGroup,
  PlanInput,
  Task,
  Window,
} from '#shared/planning/engine/types.ts';

const DAY = 1440;
/** 2026-06-15T00:00Z, a Monday, in minutes. */
const MONDAY = 29_691_360;
const DAY_COUNT = 365;
const TASKS_PER_ORDER = 12;
const MACHINES_PER_GROUP = 4;

/** The size and the load of a generated workshop. */
export interface WorkshopSize {
  readonly seed: number;
  readonly taskCount: number;
  readonly machineCount: number;
  /** The work of all orders relative to what the machines can do until the last due date. */
  readonly load: number;
  readonly withPeople: boolean;
}

/** Makes two calendars: two shifts with breaks on five days a week, and around the clock on six days. */
function makeCalendars(days: readonly number[]): Calendar[] {
  const windows = days.flatMap((day, index): Window[] =>
    index % 7 >= 5
      ? []
      : [
          [day + 360, day + 600],
          [day + 630, day + 840],
          [day + 840, day + 1080],
          [day + 1110, day + 1320],
        ],
  );
  const aroundTheClockWindows = days.flatMap((day, index): Window[] =>
    index % 7 === 6 ? [] : [[day, day + DAY]],
  );
  return [
    { id: 1, windows },
    { id: 2, windows: aroundTheClockWindows },
  ];
}

/**
 * Makes a job shop: orders of 12 operations with a branch and an assembly, on groups of four machines of
 * different speed. The due dates are spread so that the workshop has the given load until the last due date.
 */
export function makeWorkshop({ seed, taskCount, machineCount, load, withPeople }: WorkshopSize): PlanInput {
  const random = createRandomGenerator(seed);
  const drawBetween = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const days = Array.from({ length: DAY_COUNT + 1 }, (_, day) => MONDAY + day * DAY);
  const groupCount = Math.ceil(machineCount / MACHINES_PER_GROUP);
  const machines = Array.from({ length: machineCount }, (_, index): Machine => ({
    id: index + 1,
    calendar: index % groupCount === 0 ? 2 : 1,
    lanes: 1,
  }));
  const orderCount = Math.ceil(taskCount / TASKS_PER_ORDER);
  const tasks: Task[] = [];
  let work = 0;
  for (let index = 0; index < taskCount; index++) {
    const order = Math.floor(index / TASKS_PER_ORDER);
    const step = index % TASKS_PER_ORDER;
    const group = drawBetween(0, groupCount - 1);
    const minutes = drawBetween(20, 480);
    work += minutes;
    // Steps 1 to 4 and 5 to 8 are branches, which step 9 assembles.
    const predecessors = step === 0 || step === 4 ? [] : step === 8 ? [index - 1, index - 5] : [index - 1];
    tasks.push({
      id: index + 1,
      order: order + 1,
      after: predecessors.map((predecessor) => ({ task: predecessor + 1, transfer: drawBetween(0, 1) * 60 })),
      need: {
        kind: 'machines',
        machines: machines
          .filter((_, machine) => machine % groupCount === group)
          .map(({ id }) => ({ id, minutes: Math.round(minutes * (0.9 + 0.2 * random())) })),
      },
      preparation: drawBetween(0, 2) * 10,
      crew: withPeople ? { group: group + 1, manMinutes: null, ratio: 0.5 } : null,
      materialAt: random() < 0.05 ? MONDAY + drawBetween(0, 20) * DAY : null,
      notBefore: null,
      pinned: null,
      started: null,
    });
  }
  // A machine works about 940 minutes on each of five days in seven.
  const minutesPerDay = machineCount * 940 * (5 / 7);
  const span = (work / minutesPerDay / load) * DAY;
  const orders = Array.from({ length: orderCount }, (_, index): Order => ({
    id: index + 1,
    due: MONDAY + Math.round(3 * DAY + random() * span),
    weight: [1, 1, 2, 5][drawBetween(0, 3)]!,
    deadlineRank: drawBetween(1, 3),
    priority: drawBetween(1, 9),
    createdAt: MONDAY - drawBetween(0, 40) * DAY,
  }));
  const people = withPeople
    ? Array.from({ length: groupCount }, (_, index): PeopleGroup => ({
        id: index + 1,
        minutes: days.slice(1).map(() => MACHINES_PER_GROUP * 480),
      }))
    : [];
  return {
    now: MONDAY + 360,
    horizonEnd: days.at(-1)!,
    fenceEnd: MONDAY + 360,
    days,
    tasks,
    orders,
    machines,
    people,
    calendars: makeCalendars(days),
    bookings: [],
    last: null,
    goal: 'tardiness',
    keep: 'afresh',
    rule: ['byDeadlineClass', 'byDueDate', 'byPriority'],
  };
}
