import { toLimitedMinutes, type WorkAxis } from './calendar.ts';
import type { CrewJob } from './free-people.ts';
import type { ThrowIfAbandoned, UnplacedReason } from './proposal.ts';
import type { Crew, Task } from './types.ts';

/**
 * The choices of all tasks in rows: for each task, the machines on which it can run, sorted by machine. The
 * choices of task `i` are the rows `from[i]` … `from[i + 1] − 1`.
 */
export interface MachineChoices {
  readonly from: Int32Array;
  /** The index of the machine; −1 for no machine. */
  readonly machine: Int32Array;
  /** An index of `Compiled.axes`: the calendar in which the task runs. */
  readonly axis: Int32Array;
  /** The work minutes with preparation; for a started task, the remaining minutes. */
  readonly duration: Int32Array;
  /** The work of the people of the task; null if the task needs no people, or their number has no limit. */
  readonly crewJob: readonly (CrewJob | null)[];
}

/** The index of the axis that is always open. */
export const ALWAYS_OPEN = 0;
const MINUTES_PER_DAY = 1440;
/** How many tasks are read between two checks whether the run is abandoned. */
const TASKS_PER_CHECK = 1000;

/** Finds the indices of machines and calendars by their ids. */
export interface ResourceLookup {
  readonly indexByMachine: ReadonlyMap<number, number>;
  readonly axisOfMachine: Int32Array;
  readonly findAxis: (calendar: number) => number;
  readonly axes: readonly WorkAxis[];
}

interface Choice {
  readonly machine: number;
  readonly axis: number;
  /** The duration in minutes; null if there is no usable estimate. */
  readonly duration: number | null;
}

/** Adds the minutes of preparation and run. @returns null without a usable estimate */
function sumDuration(preparation: number, minutes: number | null): number | null {
  if (minutes === null || !(minutes >= 0) || minutes === Infinity) return null;
  return toLimitedMinutes(Math.ceil(Math.max(0, preparation || 0) + minutes));
}

function listNeededChoices({ need, preparation }: Task, lookup: ResourceLookup): Choice[] {
  switch (need.kind) {
    case 'infinite': {
      const axis = need.calendar === null ? ALWAYS_OPEN : lookup.findAxis(need.calendar);
      return [{ machine: -1, axis, duration: sumDuration(preparation, need.minutes) }];
    }
    case 'fixedDays': {
      const minutes = need.days === null ? null : need.days * MINUTES_PER_DAY;
      return [{ machine: -1, axis: ALWAYS_OPEN, duration: sumDuration(0, minutes) }];
    }
    case 'machines': {
      const minutesByMachine = new Map<number, number | null>();
      for (const { id, minutes } of need.machines) {
        const machine = lookup.indexByMachine.get(id);
        if (machine !== undefined) minutesByMachine.set(machine, minutes);
      }
      return [...minutesByMachine]
        .sort((a, b) => a[0] - b[0])
        .map(([machine, minutes]) => ({
          machine,
          axis: lookup.axisOfMachine[machine]!,
          duration: sumDuration(preparation, minutes),
        }));
    }
  }
}

/**
 * Lists the choices of a started task, which continues on its machine. Without a machine, it can run in each
 * calendar of its need.
 */
function listStartedChoices(task: Task, neededChoices: readonly Choice[], lookup: ResourceLookup): Choice[] {
  const { machine: id, remaining } = task.started!;
  const duration = sumDuration(0, remaining);
  if (id === null || task.need.kind !== 'machines')
    return neededChoices.map(({ axis }) => ({ machine: -1, axis, duration }));
  const machine = lookup.indexByMachine.get(id);
  return machine === undefined ? [] : [{ machine, axis: lookup.axisOfMachine[machine]!, duration }];
}

/**
 * Lists the choices of a pinned task. It runs on the machine of its pin, even if its need does not name that
 * machine.
 */
function listPinnedChoices(task: Task, neededChoices: readonly Choice[], lookup: ResourceLookup): Choice[] {
  const { machine: id, end } = task.pinned!;
  // If the pin has an end, the task needs no estimate.
  const usableChoices = neededChoices.map((choice) => ({
    ...choice,
    duration: choice.duration ?? (end === null ? null : 0),
  }));
  if (id === null || task.need.kind !== 'machines') return usableChoices;
  const machine = lookup.indexByMachine.get(id);
  if (machine === undefined) return [];
  const namedChoice = usableChoices.find((choice) => choice.machine === machine);
  if (namedChoice) return [namedChoice];
  const duration =
    usableChoices.find((choice) => choice.duration !== null)?.duration ?? (end === null ? null : 0);
  return [{ machine, axis: lookup.axisOfMachine[machine]!, duration }];
}

/**
 * Lists the choices that are open and have an estimate. @returns the choices, and why the task can never be
 * placed
 */
function listUsableChoices(
  task: Task,
  lookup: ResourceLookup,
): { usableChoices: Choice[]; reason: UnplacedReason | null } {
  const neededChoices = listNeededChoices(task, lookup);
  const isPinned = task.started === null && task.pinned !== null;
  const candidates = task.started
    ? listStartedChoices(task, neededChoices, lookup)
    : isPinned
      ? listPinnedChoices(task, neededChoices, lookup)
      : neededChoices;
  if (candidates.length === 0) return { usableChoices: [], reason: 'noResource' };
  const estimatedChoices = candidates.filter(({ duration }) => duration !== null);
  if (estimatedChoices.length === 0) return { usableChoices: [], reason: 'noEstimate' };
  // A pinned task keeps its place, even if its machine is closed.
  if (isPinned) return { usableChoices: estimatedChoices, reason: null };
  const openChoices = estimatedChoices.filter(({ axis }) => lookup.axes[axis]!.total > 0);
  if (openChoices.length === 0) return { usableChoices: [], reason: 'noCalendar' };
  const isShortEnough = ({ axis, duration }: Choice): boolean => duration! <= lookup.axes[axis]!.total;
  return { usableChoices: openChoices, reason: openChoices.some(isShortEnough) ? null : 'beyondHorizon' };
}

/**
 * Returns the work of the people of a task during `duration` work minutes; null if there is none, or if the
 * number of people has no limit.
 */
export function makeCrewJob(crew: Crew | null, group: number, duration: number): CrewJob | null {
  if (crew === null || group < 0 || duration <= 0) return null;
  const { manMinutes, ratio } = crew;
  const neededMinutes = manMinutes !== null && manMinutes >= 0 ? manMinutes : duration * Math.max(0, ratio);
  return toLimitedMinutes(neededMinutes) > 0
    ? { group, duration, manMinutes: toLimitedMinutes(neededMinutes) }
    : null;
}

/** Lists the choices of each task, and why some tasks can never be placed. */
export function compileChoices(
  tasks: readonly Task[],
  groupOfTask: Int32Array,
  lookup: ResourceLookup,
  throwIfAbandoned: ThrowIfAbandoned,
): { choices: MachineChoices; unplacedReasons: (UnplacedReason | null)[] } {
  const from = new Int32Array(tasks.length + 1);
  const rows: Choice[] = [];
  const crewJob: (CrewJob | null)[] = [];
  const unplacedReasons = tasks.map((task, index) => {
    if (index % TASKS_PER_CHECK === 0) throwIfAbandoned();
    const { usableChoices, reason } = listUsableChoices(task, lookup);
    for (const choice of usableChoices) {
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
  return { choices, unplacedReasons };
}
