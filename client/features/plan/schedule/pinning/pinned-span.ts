import { NEVER, WorkAxis } from '#shared/planning/engine/calendar.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import type { PlanNames } from '../plan-names.ts';

/** Makes an axis that counts only the minutes in which the machine is open. Null if the operation needs no machine, or if the plan has no such machine. */
function makeAxis(names: PlanNames, machineId: number | null): WorkAxis | null {
  const { plan } = names;
  const machine = machineId === null ? undefined : names.machines.get(machineId);
  const windows = machine && plan.calendars[machine.calendar];
  return windows ? new WorkAxis(windows, plan.now, plan.horizonEnd) : null;
}

/** Counts the minutes that an operation works where the plan puts it. */
export function countWorkMinutes(
  names: PlanNames,
  { machine, start, end }: Pick<PlanBar, 'machine' | 'start' | 'end'>,
): number {
  const axis = makeAxis(names, machine);
  return axis ? axis.toWork(end) - axis.toWork(start) : end - start;
}

/** A span that an operation would take on a machine. */
export interface PinnedSpan {
  readonly start: number;
  readonly end: number;
  /** Whether the machine is closed when it would start. */
  readonly isClosed: boolean;
}

/** Returns the span that an operation takes on a machine from a start on: its work goes on in the next shifts. */
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

/** Lists the operations that the plan puts on a machine within a span, besides one of them. */
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
