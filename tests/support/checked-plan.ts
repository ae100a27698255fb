import type { Placed, Proposal } from '#shared/planning/engine/proposal.ts';
import type { Calendar, Machine, PlanInput, Task, Window } from '#shared/planning/engine/types.ts';

/**
 * A plan and its input, with simple arithmetic to check them. It shares only types with the planning engine, so that
 * both do not make the same mistake.
 */
export class CheckedPlan {
  readonly taskById: ReadonlyMap<number, Task>;
  readonly placedByTask: ReadonlyMap<number, Placed>;
  readonly machineById: ReadonlyMap<number, Machine>;
  private readonly windowsByCalendar: ReadonlyMap<number, readonly Window[]>;

  constructor(
    readonly input: PlanInput,
    readonly proposal: Proposal,
  ) {
    this.taskById = new Map(input.tasks.map((task) => [task.id, task]));
    this.placedByTask = new Map(proposal.placed.map((placed) => [placed.task, placed]));
    this.machineById = new Map(input.machines.map((machine) => [machine.id, machine]));
    this.windowsByCalendar = new Map(
      input.calendars.map((calendar) => [calendar.id, this.cutWindows(calendar)]),
    );
  }

  /** Sorts windows and cuts them to the time from now to the horizon. Where two overlap, the later one is shortened. */
  private cutWindows({ windows }: Calendar): Window[] {
    let end = this.input.now;
    return windows
      .toSorted((a, b) => a[0] - b[0])
      .map(([from, until]): Window => {
        const window: Window = [Math.max(from, end), Math.min(until, this.input.horizonEnd)];
        end = Math.max(end, until);
        return window;
      })
      .filter(([from, until]) => from < until);
  }

  /** Lists the windows in which a task may work: those of its machine, of its calendar, or all time. */
  listWindows(task: Task, machine: number | null): readonly Window[] {
    const calendar = this.findCalendar(task, machine);
    return calendar === null
      ? [[this.input.now, this.input.horizonEnd]]
      : (this.windowsByCalendar.get(calendar) ?? []);
  }

  listWindowsOfMachine(machine: number): readonly Window[] {
    return this.windowsByCalendar.get(this.machineById.get(machine)!.calendar) ?? [];
  }

  private findCalendar({ need }: Task, machine: number | null): number | null {
    if (machine !== null) return this.machineById.get(machine)!.calendar;
    if (need.kind === 'infinite') return need.calendar;
    if (need.kind === 'fixedDays') return null;
    // Without a machine, started work runs in the calendar of the first machine of its need that is ever open.
    const calendars = need.machines
      .toSorted((a, b) => a.id - b.id)
      .flatMap(({ id }) => this.machineById.get(id)?.calendar ?? []);
    const isOpen = (calendar: number): boolean => (this.windowsByCalendar.get(calendar) ?? []).length > 0;
    return calendars.find(isOpen) ?? calendars[0]!;
  }

  /** Returns the span in which a placed task occupies its machine. It does not start before now. */
  findBusySpan({ start, end }: Placed): Window {
    return [Math.max(this.input.now, start), end];
  }

  isHeld(task: number): boolean {
    const { started, pinned } = this.taskById.get(task)!;
    return started !== null || pinned !== null;
  }

  isOpenAt(windows: readonly Window[], minute: number): boolean {
    return windows.some(([from, until]) => from <= minute && minute < until);
  }
}

export const countOpen = (windows: readonly Window[], from: number, until: number): number =>
  windows.reduce(
    (sum, window) => sum + Math.max(0, Math.min(until, window[1]) - Math.max(from, window[0])),
    0,
  );

/** Returns the minutes that a task takes on a machine; null without a usable estimate. */
export function readDuration({ need, preparation, started }: Task, machine: number | null): number | null {
  const minutes = started
    ? started.remaining
    : need.kind === 'machines'
      ? (need.machines.find(({ id }) => id === machine)?.minutes ?? null)
      : need.kind === 'infinite'
        ? need.minutes
        : need.days === null
          ? null
          : need.days * 1440;
  if (minutes === null || !Number.isFinite(minutes) || minutes < 0) return null;
  return started || need.kind === 'fixedDays' ? minutes : minutes + preparation;
}
