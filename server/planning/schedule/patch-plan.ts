import type { ScenarioPatch } from '#shared/answers/schedule.ts';
import type { Booking, Instant, Order } from '#shared/planning/engine/types.ts';
import { addDays } from '#shared/rules/days.ts';
import { localTimeToInstant } from '#shared/rules/wall-clock.ts';
import type { DayWindow, PlanCalendars } from './plan-calendars.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** The weight of a rushed order, as a multiple of the highest weight of the orders. */
const RUSH_FACTOR = 10;

interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

const toMinutes = (instant: string): Instant => Math.floor(Date.parse(instant) / MINUTE_MS);

/** Returns the span in which a patch applies. Without limits it always applies. */
const findSpan = ({ from, until }: ScenarioPatch): Span => ({
  from: from === null ? -Infinity : toMinutes(from),
  until: until === null ? Infinity : toMinutes(until),
});

/** Removes a span from windows. */
const cutWindows = (windows: readonly DayWindow[], { from, until }: Span): DayWindow[] =>
  windows.flatMap((window) =>
    [
      { ...window, until: Math.min(window.until, from) },
      { ...window, from: Math.max(window.from, until) },
    ].filter((piece) => piece.from < piece.until),
  );

/**
 * Lengthens the last window of each day, if this window ends within a span. A lengthened window ends at the
 * latest when the next window begins.
 */
function lengthenDays(windows: readonly DayWindow[], hours: number, { from, until }: Span): DayWindow[] {
  return windows.map((window, index) => {
    const next = windows[index + 1];
    if (next?.day === window.day || window.until < from || window.until > until) return window;
    return { ...window, until: Math.min(window.until + hours * HOUR_MINUTES, next?.from ?? Infinity) };
  });
}

const countByDay = (windows: readonly DayWindow[]): Map<number, number> => {
  const minutes = new Map<number, number>();
  for (const { day, from, until } of windows) minutes.set(day, (minutes.get(day) ?? 0) + until - from);
  return minutes;
};

/** Adds overtime to the machines and the people of a group. */
function addOvertime(calendars: PlanCalendars, patch: ScenarioPatch): PlanCalendars {
  const lengthen = (windows: readonly DayWindow[]) =>
    lengthenDays(windows, patch.hours ?? 0, findSpan(patch));
  const groups = calendars.groups.map((group) =>
    group.id === patch.workGroupId ? { ...group, windows: lengthen(group.windows) } : group,
  );
  const openBefore = countByDay(calendars.groups.find(({ id }) => id === patch.workGroupId)?.windows ?? []);
  const openAfter = countByDay(groups.find(({ id }) => id === patch.workGroupId)?.windows ?? []);
  const lengthenMinutes = (minutes: number, day: number): number => {
    const before = openBefore.get(day) ?? 0;
    return before === 0 ? minutes : Math.round((minutes * openAfter.get(day)!) / before);
  };
  return {
    ...calendars,
    groups,
    machines: calendars.machines.map((machine) =>
      machine.workGroupId === patch.workGroupId
        ? { ...machine, windows: lengthen(machine.windows) }
        : machine,
    ),
    people: calendars.people.map((people) =>
      people.id === patch.workGroupId ? { ...people, minutes: people.minutes.map(lengthenMinutes) } : people,
    ),
  };
}

/** Returns the calendars with the overtime and the machine downtimes of a scenario. */
export function patchCalendars(calendars: PlanCalendars, patches: readonly ScenarioPatch[]): PlanCalendars {
  let patched = calendars;
  for (const patch of patches) {
    if (patch.kind === 'overtimeOfGroup') patched = addOvertime(patched, patch);
    if (patch.kind === 'machineDown')
      patched = {
        ...patched,
        machines: patched.machines.map((machine) =>
          machine.id === patch.deviceId
            ? { ...machine, windows: cutWindows(machine.windows, findSpan(patch)) }
            : machine,
        ),
      };
  }
  return patched;
}

/** Lists the spans in which machines are down according to the patches, between `now` and `horizonEnd`. */
export const listDowntimes = (
  patches: readonly ScenarioPatch[],
  now: Instant,
  horizonEnd: Instant,
): Booking[] =>
  patches.flatMap((patch) => {
    if (patch.kind !== 'machineDown' || patch.deviceId === null) return [];
    const { from, until } = findSpan(patch);
    const span = { from: Math.max(from, now), until: Math.min(until, horizonEnd) };
    return span.from < span.until ? [{ machine: patch.deviceId, ...span }] : [];
  });

/** Returns the orders after the changes of a scenario: rushed orders, and orders that are due on another day. */
export function patchOrders(
  orders: readonly Order[],
  patches: readonly ScenarioPatch[],
  zone: string,
): Order[] {
  const rushWeight = RUSH_FACTOR * orders.reduce((maxWeight, { weight }) => Math.max(maxWeight, weight), 1);
  return orders.map((order) => {
    let patched = order;
    for (const patch of patches) {
      if (patch.orderId !== order.id) continue;
      if (patch.kind === 'rushOrder')
        patched = { ...patched, weight: rushWeight, deadlineRank: -1, priority: 0 };
      if (patch.kind === 'otherDueDate' && patch.dueDate !== null)
        patched = {
          ...patched,
          due: toMinutes(localTimeToInstant(`${addDays(patch.dueDate, 1)}T00:00`, zone)!),
        };
    }
    return patched;
  });
}
