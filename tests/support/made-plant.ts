import { createRandomGenerator } from '#shared/kernel/random.ts';
import type {
  Booking,
  Calendar,
  Crew,
  Machine,
  Need,
  Order,
  PeopleGroup,
  PlanInput,
  RuleCriterion,
  Task,
  Window,
} from '#shared/planning/engine/types.ts';

const HOUR = 60;
const DAY = 1440;
/** 2026-06-15T00:00Z, a Monday, in minutes. */
const MONDAY = 29_691_360;
/** The shifts of made calendars, in hours of a day. The last pattern is a night shift that passes midnight. */
const SHIFT_PATTERNS: readonly (readonly Window[])[] = [
  [[0, 24]],
  [
    [6, 10],
    [10.5, 14],
  ],
  [
    [6, 14],
    [14, 22],
  ],
  [[22, 30]],
];
const CRITERIA: readonly RuleCriterion[] = ['byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'];

/** Draws the parts of a plant. The same seed gives the same plant. */
class PlantMaker {
  private readonly random: () => number;
  private nextTask = 1;

  constructor(seed: number) {
    this.random = createRandomGenerator(seed);
  }

  private drawBoolean(probability: number): boolean {
    return this.random() < probability;
  }

  private drawInteger(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  private pickOne<T>(list: readonly T[]): T {
    return list[this.drawInteger(0, list.length - 1)]!;
  }

  /** Makes days of 24 h. One of these days may have 23 or 25 h, because the clock changes. */
  private makeDays(): number[] {
    const days = [MONDAY];
    const changedDay = this.drawInteger(0, 20);
    for (let day = 0; day < this.drawInteger(12, 25); day++)
      days.push(days.at(-1)! + DAY + (day === changedDay ? this.pickOne([-HOUR, HOUR]) : 0));
    return days;
  }

  private makeCalendar(id: number, days: readonly number[]): Calendar {
    const pattern = this.drawBoolean(0.06) ? [] : this.pickOne(SHIFT_PATTERNS);
    const isClosedAtWeekends = this.drawBoolean(0.6);
    const windows = days.flatMap((day, index): Window[] => {
      if ((isClosedAtWeekends && index % 7 >= 5) || this.drawBoolean(0.08)) return [];
      return pattern.map(([from, until]) => [day + from * HOUR, day + until * HOUR]);
    });
    if (this.drawBoolean(0.2)) windows.reverse();
    return { id, windows };
  }

  private makeNeed(machines: readonly Machine[]): Need {
    const makeMinutes = (): number | null => {
      if (this.drawBoolean(0.02)) return this.pickOne([null, 0, 1e12, Number.NaN]);
      return this.drawBoolean(0.1) ? this.drawInteger(1000, 4000) : this.drawInteger(5, 600);
    };
    const kind = this.random();
    if (kind < 0.1) return { kind: 'infinite', minutes: makeMinutes(), calendar: this.pickOne([null, 1]) };
    if (kind < 0.2)
      return { kind: 'fixedDays', days: this.drawBoolean(0.05) ? null : this.pickOne([1, 2, 0.5, 3]) };
    if (kind < 0.21) return { kind: 'machines', machines: [] };
    const chosenMachines = machines.filter(() => this.drawBoolean(0.4));
    if (chosenMachines.length === 0) chosenMachines.push(this.pickOne(machines));
    return { kind: 'machines', machines: chosenMachines.map(({ id }) => ({ id, minutes: makeMinutes() })) };
  }

  private makeCrew(people: readonly PeopleGroup[]): Crew | null {
    if (people.length === 0 || this.drawBoolean(0.5)) return null;
    return {
      group: this.pickOne([...people.map(({ id }) => id), 99]),
      manMinutes: this.drawBoolean(0.3) ? this.drawInteger(0, 500) : null,
      ratio: this.pickOne([0.5, 1, 1, 2]),
    };
  }

  private makeTask(order: number, after: Task['after'], plant: Omit<PlanInput, 'tasks' | 'orders'>): Task {
    const { now, machines, people } = plant;
    const need = this.makeNeed(machines);
    const machineIds = need.kind === 'machines' ? need.machines.map(({ id }) => id) : [];
    const machine = machineIds.length > 0 && this.drawBoolean(0.7) ? this.pickOne(machineIds) : null;
    const pinStart = now + this.drawInteger(-300, 6 * DAY);
    const isOnOtherMachine = need.kind === 'machines' && this.drawBoolean(0.1);
    return {
      id: this.nextTask++,
      order,
      after,
      need,
      preparation: this.pickOne([0, 0, 15, 60]),
      crew: this.makeCrew(people),
      materialAt: this.drawBoolean(0.1) ? now + this.drawInteger(-DAY, 5 * DAY) : null,
      notBefore: this.drawBoolean(0.1) ? now + this.drawInteger(-DAY, 5 * DAY) : null,
      pinned: this.drawBoolean(0.08)
        ? {
            machine: isOnOtherMachine ? this.pickOne(machines).id : machine,
            start: pinStart,
            end: this.drawBoolean(0.3) ? pinStart + this.drawInteger(0, 2 * DAY) : null,
          }
        : null,
      started: this.drawBoolean(0.06)
        ? {
            machine,
            at: now - this.drawInteger(0, 600),
            remaining: this.pickOne([null, 0, 30, 200, 900, 90_000]),
          }
        : null,
    };
  }

  /** Makes the tasks of an order: a sequence, parallel branches, or an assembly of branches. */
  private makeTasks(order: number, plant: Omit<PlanInput, 'tasks' | 'orders'>): Task[] {
    const tasks: Task[] = [];
    for (let count = this.drawInteger(1, 7); count > 0; count--) {
      const before = tasks.filter((_, index) => this.drawBoolean(index === tasks.length - 1 ? 0.75 : 0.2));
      const after = before.map(({ id }) => ({ task: id, transfer: this.pickOne([0, 0, 30, 240]) }));
      if (this.drawBoolean(0.03)) after.push({ task: 100_000, transfer: 60 });
      tasks.push(this.makeTask(order, after, plant));
    }
    return tasks;
  }

  make(): PlanInput {
    const days = this.makeDays();
    const now = MONDAY + this.drawInteger(0, DAY);
    const dayCount = days.length - 1;
    const calendars = Array.from({ length: 4 }, (_, index) => this.makeCalendar(index + 1, days));
    const machines = Array.from({ length: this.drawInteger(1, 6) }, (_, index): Machine => {
      const lanes = this.drawBoolean(0.2) ? this.drawInteger(2, 3) : 1;
      return { id: index + 1, calendar: this.drawBoolean(0.02) ? 77 : this.drawInteger(1, 4), lanes };
    });
    const people = Array.from({ length: this.drawInteger(0, 2) }, (_, index): PeopleGroup => ({
      id: index + 1,
      minutes: Array.from({ length: dayCount }, () => this.pickOne([0, 240, 480, 960, 1440])),
    }));
    const bookings = Array.from({ length: this.drawInteger(0, 3) }, (): Booking => {
      const from = now + this.drawInteger(-DAY, 8 * DAY);
      return { machine: this.pickOne(machines).id, from, until: from + this.drawInteger(30, 2 * DAY) };
    });
    const plant: Omit<PlanInput, 'tasks' | 'orders'> = {
      now,
      horizonEnd: days.at(-1)! - (this.drawBoolean(0.3) ? DAY : 0),
      fenceEnd: now + this.pickOne([0, 0, 300, DAY]),
      days,
      machines,
      people,
      calendars,
      bookings,
      last: null,
      goal: 'tardiness',
      keep: 'afresh',
      rule: CRITERIA.filter(() => this.drawBoolean(0.5)),
    };
    const orders = Array.from({ length: this.drawInteger(1, 8) }, (_, index): Order => ({
      id: index + 1,
      due: this.drawBoolean(0.1) ? null : now + this.drawInteger(-2 * DAY, 10 * DAY),
      weight: this.pickOne([0, 1, 1, 2, 5]),
      deadlineRank: this.pickOne([null, 1, 2]),
      priority: this.drawInteger(1, 9),
      createdAt: now - this.drawInteger(0, 30 * DAY),
    }));
    const tasks = orders.flatMap(({ id }) => this.makeTasks(id, plant));
    return { ...plant, orders, tasks: this.drawBoolean(0.15) ? this.addLaterPredecessor(tasks) : tasks };
  }

  /** Adds a later task to the predecessors of a task, so that there may be a cycle. */
  private addLaterPredecessor(tasks: readonly Task[]): Task[] {
    const waiting = this.drawInteger(0, tasks.length - 1);
    const laterTask = this.pickOne(tasks.slice(waiting));
    return tasks.map((task, index) =>
      index === waiting ? { ...task, after: [...task.after, { task: laterTask.id, transfer: 0 }] } : task,
    );
  }
}

/** Makes a small random plant. It has all kinds of tasks, calendars and bookings, and also wrong data. */
export const makePlant = (seed: number): PlanInput => new PlantMaker(seed).make();
