import { NEVER, WorkAxis } from '#shared/planning/engine/calendar.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import type { PlanNames } from '../plan-names.ts';

/**
 * Makes an axis that counts only the minutes in which a machine is open. Returns null if the operation needs no
 * machine, or if the plan does not have the machine.
 */
function makeAxis(names: PlanNames, machineId: number | null): WorkAxis | null {
  const { plan } = names;
  const machine = machineId === null ? undefined : names.machines.get(machineId);
  const windows = machine && plan.calendars[machine.calendar];
  return windows ? new WorkAxis(windows, plan.now, plan.horizonEnd) : null;
}

/** Counts the working minutes of an operation in the plan, without the times in which its machine is closed. */
export function countWorkMinutes(
  names: PlanNames,
  { machine, start, end }: Pick<PlanBar, 'machine' | 'start' | 'end'>,
): number {
  const axis = makeAxis(names, machine);
  return axis ? axis.toWork(end) - axis.toWork(start) : end - start;
}

/** The start and the end of an operation on a machine if it is pinned there, in minutes since 1970. */
export interface PinnedSpan {
  readonly start: number;
  readonly end: number;
  /** Whether the machine is closed at the start. */
  readonly isClosed: boolean;
}

/**
 * Computes the span of an operation on a machine from a given start. If the machine closes, the work continues in the
 * next shift.
 */
export function computePinnedSpan(
  names: PlanNames,
  bar: PlanBar,
  machineId: number | null,
  start: number,
): PinnedSpan {
  const minutes = countWorkMinutes(names, bar);
  const axis = makeAxis(names, machineId);
  if (!axis) return { start, end: start + minutes, isClosed: false };
  const end = axis.endAt(axis.toWork(start) + minutes);
  return {
    start,
    end: end === NEVER || end <= start ? start + Math.max(1, minutes) : end,
    isClosed: !axis.isOpenAt(start),
  };
}

/** Lists the operations on a machine that overlap a span, without the operation `task`. */
export const listOverlaps = (
  bars: readonly PlanBar[],
  task: number,
  machineId: number | null,
  { start, end }: PinnedSpan,
): PlanBar[] =>
  machineId === null
    ? []
    : bars.filter(
        (bar) => bar.machine === machineId && bar.task !== task && bar.start < end && bar.end > start,
      );
