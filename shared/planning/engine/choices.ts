import { toMinutes, type WorkAxis } from './calendar.ts';
import type { CrewJob } from './people-room.ts';
import type { LookAtAbandoned, UnplacedReason } from './proposal.ts';
import type { Crew, Task } from './types.ts';

/** The ways to do each task, one row each: those of task `i` are `from[i]` … `from[i + 1] − 1`, by machine. */
export interface Choices {
  readonly from: Int32Array;
  /** −1: no machine. */
  readonly machine: Int32Array;
  /** The calendar in which the task runs, as an index of axes. */
  readonly axis: Int32Array;
  /** Work minutes with preparation; the remaining ones of a started task. */
  readonly duration: Int32Array;
  /** What its people work meanwhile; null where they do not matter. */
  readonly crewJob: readonly (CrewJob | null)[];
}

/** The index of the calendar that is always open. */
export const ALWAYS_OPEN = 0;
const MINUTES_PER_DAY = 1440;
/** How many tasks are read before the run looks whether to end. */
const TASKS_PER_LOOK = 1000;

/** How ids of machines and calendars become indices. */
export interface Places {
  readonly indexByMachine: ReadonlyMap<number, number>;
  readonly axisOfMachine: Int32Array;
  readonly findAxis: (calendar: number) => number;
  readonly axes: readonly WorkAxis[];
}

interface Choice {
  readonly machine: number;
  readonly axis: number;
  /** Null: there is no usable estimate. */
  readonly duration: number | null;
}

/** Adds preparation and run. @returns null without a usable estimate */
function sumDuration(preparation: number, minutes: number | null): number | null {
  if (minutes === null || !(minutes >= 0) || minutes === Infinity) return null;
  return toMinutes(Math.ceil(Math.max(0, preparation || 0) + minutes));
}

function listNeeded({ need, preparation }: Task, places: Places): Choice[] {
  switch (need.kind) {
    case 'infinite': {
      const axis = need.calendar === null ? ALWAYS_OPEN : places.findAxis(need.calendar);
      return [{ machine: -1, axis, duration: sumDuration(preparation, need.minutes) }];
    }
    case 'fixedDays': {
      const minutes = need.days === null ? null : need.days * MINUTES_PER_DAY;
      return [{ machine: -1, axis: ALWAYS_OPEN, duration: sumDuration(0, minutes) }];
    }
    case 'machines': {
      const minutesByMachine = new Map<number, number | null>();
      for (const { id, minutes } of need.machines) {
        const machine = places.indexByMachine.get(id);
        if (machine !== undefined) minutesByMachine.set(machine, minutes);
      }
      return [...minutesByMachine]
        .sort((a, b) => a[0] - b[0])
        .map(([machine, minutes]) => ({
          machine,
          axis: places.axisOfMachine[machine]!,
          duration: sumDuration(preparation, minutes),
        }));
    }
  }
}

/** A started task continues where it is. Without a machine, it runs in the first calendar of its need that is open. */
function listStarted(task: Task, needed: readonly Choice[], places: Places): Choice[] {
  const { machine: id, remaining } = task.started!;
  const duration = sumDuration(0, remaining);
  if (id === null || task.need.kind !== 'machines')
    return needed.map(({ axis }) => ({ machine: -1, axis, duration }));
  const machine = places.indexByMachine.get(id);
  return machine === undefined ? [] : [{ machine, axis: places.axisOfMachine[machine]!, duration }];
}

/** A pinned task runs on the machine of its pin, even if its need does not name that machine. */
function listPinned(task: Task, needed: readonly Choice[], places: Places): Choice[] {
  const { machine: id, end } = task.pinned!;
  // With an end, no estimate is needed.
  const usable = needed.map((choice) => ({
    ...choice,
    duration: choice.duration ?? (end === null ? null : 0),
  }));
  if (id === null || task.need.kind !== 'machines') return usable;
  const machine = places.indexByMachine.get(id);
  if (machine === undefined) return [];
  const named = usable.find((choice) => choice.machine === machine);
  if (named) return [named];
  const duration = usable.find((choice) => choice.duration !== null)?.duration ?? (end === null ? null : 0);
  return [{ machine, axis: places.axisOfMachine[machine]!, duration }];
}

/** Keeps the choices that can work at all. @returns also why there is none */
function listUsable(task: Task, places: Places): { usable: Choice[]; reason: UnplacedReason | null } {
  const needed = listNeeded(task, places);
  const isPinned = task.started === null && task.pinned !== null;
  const candidates = task.started
    ? listStarted(task, needed, places)
    : isPinned
      ? listPinned(task, needed, places)
      : needed;
  if (candidates.length === 0) return { usable: [], reason: 'noResource' };
  const estimated = candidates.filter(({ duration }) => duration !== null);
  if (estimated.length === 0) return { usable: [], reason: 'noEstimate' };
  // A pin stays, even where its machine is closed.
  if (isPinned) return { usable: estimated, reason: null };
  const open = estimated.filter(({ axis }) => places.axes[axis]!.total > 0);
  if (open.length === 0) return { usable: [], reason: 'noCalendar' };
  const isShortEnough = ({ axis, duration }: Choice): boolean => duration! <= places.axes[axis]!.total;
  return { usable: open, reason: open.some(isShortEnough) ? null : 'beyondHorizon' };
}

/** Returns what the people of a task work while it takes `duration`; null where they do not matter. */
export function makeCrewJob(crew: Crew | null, group: number, duration: number): CrewJob | null {
  if (crew === null || group < 0 || duration <= 0) return null;
  const { manMinutes, ratio } = crew;
  const counted = manMinutes !== null && manMinutes >= 0 ? manMinutes : duration * Math.max(0, ratio);
  return toMinutes(counted) > 0 ? { group, duration, manMinutes: toMinutes(counted) } : null;
}

/** Lists how each task can be done, and why some cannot be done at all. */
export function compileChoices(
  tasks: readonly Task[],
  groupOfTask: Int32Array,
  places: Places,
  look: LookAtAbandoned,
): { choices: Choices; reasons: (UnplacedReason | null)[] } {
  const from = new Int32Array(tasks.length + 1);
  const rows: Choice[] = [];
  const crewJob: (CrewJob | null)[] = [];
  const reasons = tasks.map((task, index) => {
    if (index % TASKS_PER_LOOK === 0) look();
    const { usable, reason } = listUsable(task, places);
    for (const choice of usable) {
      rows.push(choice);
      crewJob.push(makeCrewJob(task.crew, groupOfTask[index]!, choice.duration!));
    }
    from[index + 1] = rows.length;
    return reason;
  });
  const choices = {
    from,
    machine: Int32Array.from(rows, ({ machine }) => machine),
    axis: Int32Array.from(rows, ({ axis }) => axis),
    duration: Int32Array.from(rows, ({ duration }) => duration!),
    crewJob,
  };
  return { choices, reasons };
}
