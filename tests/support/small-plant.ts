import type { Order, PlanInput, Task, Window } from '#shared/planning/engine/types.ts';

const DAY = 1440;
/** 2026-06-15T00:00Z, a Monday, in minutes. */
const MONDAY = 29_691_360;
const DAY_COUNT = 14;

/** Returns an instant by its day (0 = Monday) and hour. */
export const at = (day: number, hour: number): number => MONDAY + day * DAY + hour * 60;

/** One shift from 6:00 to 14:00 from Monday to Friday. */
const earlyShifts = Array.from({ length: DAY_COUNT }, (_, day): Window => [at(day, 6), at(day, 14)]).filter(
  (_, day) => day % 7 < 5,
);

/** An operation of 60 minutes on machine 1, of order 1. */
export const makeTask = (id: number, change: Partial<Task> = {}): Task => ({
  id,
  order: 1,
  after: [],
  need: { kind: 'machines', machines: [{ id: 1, minutes: 60 }] },
  preparation: 0,
  crew: null,
  materialAt: null,
  notBefore: null,
  pinned: null,
  started: null,
  ...change,
});

export const makeOrder = (id: number, change: Partial<Order> = {}): Order => ({
  id,
  due: at(4, 14),
  weight: 1,
  deadlineRank: null,
  priority: 5,
  createdAt: at(0, 0),
  ...change,
});

/** A workshop on Monday at 6:00. Machines 1 and 2 work in the early shift, 3 around the clock, 4 never. */
export const makeSmallPlant = (tasks: readonly Task[], change: Partial<PlanInput> = {}): PlanInput => ({
  now: at(0, 6),
  horizonEnd: at(DAY_COUNT, 0),
  fenceEnd: at(0, 6),
  days: Array.from({ length: DAY_COUNT + 1 }, (_, day) => at(day, 0)),
  tasks,
  orders: [makeOrder(1), makeOrder(2)],
  machines: [
    { id: 1, calendar: 1, lanes: 1 },
    { id: 2, calendar: 1, lanes: 1 },
    { id: 3, calendar: 2, lanes: 1 },
    { id: 4, calendar: 3, lanes: 1 },
  ],
  people: [],
  calendars: [
    { id: 1, windows: earlyShifts },
    { id: 2, windows: [[at(0, 0), at(DAY_COUNT, 0)]] },
    { id: 3, windows: [] },
  ],
  bookings: [],
  last: null,
  goal: 'tardiness',
  keep: 'afresh',
  rule: [],
  ...change,
});

/** The need of an operation that takes the same minutes on each of some machines. */
export const onMachines = (minutes: number | null, ...ids: number[]): Task['need'] => ({
  kind: 'machines',
  machines: ids.map((id) => ({ id, minutes })),
});
