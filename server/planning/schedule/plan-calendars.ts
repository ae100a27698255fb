import type { Instant, Window } from '#shared/planning/engine/types.ts';
import { computeGroupCapacity, type CapacityResource } from '#shared/planning/group-capacity.ts';
import { countSeconds, mergePeriods, type Period } from '#shared/planning/periods.ts';
import { findOpenHours, takeFirstSeconds } from '#shared/planning/resource-hours.ts';
import type { WorkCalendar } from '#shared/planning/work-calendar.ts';
import { addDays, listDays } from '#shared/rules/days.ts';
import { makeDayPeriodGetter } from '../day-periods.ts';
import type { PlanGroup } from '../read-groups.ts';

/**
 * An open time, and the position of the day to which its work belongs. A night shift belongs to the day on
 * which it begins.
 */
export interface DayWindow {
  readonly day: number;
  readonly from: Instant;
  readonly until: Instant;
}

/** The times at which the machines and people of a factory can work. */
export interface PlanCalendars {
  /** The days of the plan. The first one is the current work day. */
  readonly days: readonly string[];
  /** The start of each day, followed by the end of the last day. */
  readonly dayStarts: readonly Instant[];
  /** The machines that count in a group, and their open time; no windows if the open time is not known. */
  readonly machines: readonly { id: number; workGroupId: number; windows: readonly DayWindow[] }[];
  /** The open time of each group, for work without a machine. */
  readonly groups: readonly { id: number; windows: readonly DayWindow[] }[];
  /** The man minutes on each day, for each group whose people have known hours. */
  readonly people: readonly { id: number; minutes: readonly number[] }[];
}

const MINUTE_SECONDS = 60;
/** The latest start of a work day, in minutes after midnight. */
const LATEST_START_MINUTES = 20 * 60;

const toWindow = (day: number, [from, until]: Period): DayWindow => ({
  day,
  from: Math.ceil(from / MINUTE_SECONDS),
  until: Math.floor(until / MINUTE_SECONDS),
});

/** Sorts windows by their start, and cuts off the part of a window that overlaps the previous one. */
function orderWindows(windows: readonly DayWindow[]): DayWindow[] {
  const ordered: DayWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from || a.day - b.day)) {
    const from = Math.max(window.from, ordered.at(-1)?.until ?? -Infinity);
    if (from < window.until) ordered.push({ ...window, from });
  }
  return ordered;
}

/** Finds the open hours of the resources of a group on each day. */
class GroupHours {
  private readonly resources: { resource: CapacityResource; days: (Period[] | null)[] }[];

  constructor(
    group: PlanGroup,
    calendar: WorkCalendar,
    days: readonly string[],
    getDayPeriod: (day: string) => Period,
    withOvertime: boolean,
  ) {
    this.resources = group.resources.map((resource) => {
      const getShifts = calendar.makeShiftLookup(resource);
      return {
        resource,
        days: days.map((day) =>
          findOpenHours(resource, getShifts(day), getDayPeriod(day), calendar.isWorkday(day), withOvertime),
        ),
      };
    });
  }

  listHours(kind: CapacityResource['kind']): { id: number; days: (Period[] | null)[] }[] {
    return this.resources
      .filter(({ resource }) => resource.kind === kind)
      .map(({ resource, days }) => ({ id: resource.id, days }));
  }

  /** Returns the time in which at least one resource works. */
  mergeHours(day: number): Period[] {
    return mergePeriods(this.resources.flatMap(({ days }) => days[day] ?? []));
  }
}

/**
 * Shortens the open hours of machines, so that together they are not longer than the working hours of the
 * group on the day.
 */
function limitMachines(
  machines: readonly { id: number; days: (Period[] | null)[] }[],
  day: number,
  hours: number | null,
): Period[][] {
  const openPeriods = machines.map(({ days }) => days[day] ?? []);
  const sum = openPeriods.reduce((seconds, periods) => seconds + countSeconds(periods), 0);
  const limit = hours === null ? sum : Math.round(hours * 3600);
  if (limit >= sum) return openPeriods;
  return openPeriods.map((periods) =>
    takeFirstSeconds(
      periods,
      Math.floor((countSeconds(periods) * limit) / (sum * MINUTE_SECONDS)) * MINUTE_SECONDS,
    ),
  );
}

/** Finds when each work day begins: at midnight, or when the last shift of the previous day has ended. */
function findDayStarts(
  days: readonly string[],
  getDayPeriod: (day: string) => Period,
  windows: readonly DayWindow[],
): Instant[] {
  const firstStarts = days.map(() => Infinity);
  const lastEnds = days.map(() => -Infinity);
  for (const { day, from, until } of windows) {
    firstStarts[day] = Math.min(firstStarts[day]!, from);
    lastEnds[day] = Math.max(lastEnds[day]!, until);
  }
  const starts = days.map((day, index) => {
    const midnight = Math.ceil(getDayPeriod(day)[0] / MINUTE_SECONDS);
    const nightEnd = Math.min(lastEnds[index - 1] ?? -Infinity, firstStarts[index]!);
    return Math.max(midnight, Math.min(nightEnd, midnight + LATEST_START_MINUTES));
  });
  return [...starts, Math.ceil(getDayPeriod(addDays(days.at(-1)!, 1))[0] / MINUTE_SECONDS)];
}

interface CalendarSpan {
  readonly now: Instant;
  readonly today: string;
  /** The last day of the plan. */
  readonly lastDay: string;
  readonly zone: string;
  readonly withOvertime: boolean;
}

/**
 * Makes the calendars of machines, groups and people from the same rosters, capacities, downtimes and
 * absences as the capacity load.
 * @param calendar the shifts and holidays, beginning with the day before today
 */
export function makePlanCalendars(
  groups: readonly PlanGroup[],
  calendar: WorkCalendar,
  { now, today, lastDay, zone, withOvertime }: CalendarSpan,
): PlanCalendars {
  const allDays = listDays(addDays(today, -1), lastDay);
  const getDayPeriod = makeDayPeriodGetter(zone);
  const hoursOfGroups = groups.map((group) => {
    const hours = new GroupHours(group, calendar, allDays, getDayPeriod, withOvertime);
    const devices = hours.listHours('device');
    const limit = withOvertime ? (group.maximumCapacity ?? group.normalCapacity) : group.normalCapacity;
    const openByDay = allDays.map((_, day) => limitMachines(devices, day, limit));
    const getGroupShifts = calendar.makeShiftLookup({ kind: 'workGroup', id: group.id, workGroupId: null });
    return {
      group,
      people: hours.listHours('employee'),
      machines: devices.map(({ id }, index) => ({
        id,
        workGroupId: group.id,
        windows: orderWindows(
          allDays.flatMap((_, day) => openByDay[day]![index]!.map((period) => toWindow(day, period))),
        ),
      })),
      windows: orderWindows(
        allDays.flatMap((name, day) =>
          (getGroupShifts(name) ?? hours.mergeHours(day)).map((period) => toWindow(day, period)),
        ),
      ),
    };
  });
  const machines = hoursOfGroups.flatMap((hours) => hours.machines);
  const starts = findDayStarts(allDays, getDayPeriod, [
    ...machines.flatMap(({ windows }) => windows),
    ...hoursOfGroups.flatMap(({ windows }) => windows),
  ]);
  // Until the last shift of yesterday has ended, yesterday is still the current work day.
  const skipped = starts[1]! <= now ? 1 : 0;
  const days = allDays.slice(skipped);
  const shiftDays = (windows: readonly DayWindow[]): DayWindow[] =>
    windows.flatMap((window) =>
      window.until <= now ? [] : [{ ...window, day: Math.max(0, window.day - skipped) }],
    );
  return {
    days,
    dayStarts: starts.slice(skipped),
    machines: machines.map((machine) => ({ ...machine, windows: shiftDays(machine.windows) })),
    groups: hoursOfGroups.map(({ group, windows }) => ({ id: group.id, windows: shiftDays(windows) })),
    people: hoursOfGroups.flatMap(({ group, people }) => {
      if (!people.some(({ days: hours }) => hours.some((periods) => periods !== null))) return [];
      const lines = computeGroupCapacity(group, 'manHours', days, calendar, getDayPeriod);
      const minutes = withOvertime ? lines.maximum : lines.normal;
      const periodsOfFirstDay = people.flatMap(({ days: hours }) => hours[skipped] ?? []);
      const remainingPeriods = periodsOfFirstDay.map(([from, until]): Period => [
        Math.max(from, now * MINUTE_SECONDS),
        until,
      ]);
      const share =
        remainingPeriods.reduce((sum, [from, until]) => sum + Math.max(0, until - from), 0) /
        (countSeconds(periodsOfFirstDay) || 1);
      return [
        {
          id: group.id,
          minutes: minutes.map((value, day) => (day === 0 ? Math.floor(value * share) : value)),
        },
      ];
    }),
  };
}

export const toEngineWindows = (windows: readonly DayWindow[]): Window[] =>
  windows.map(({ from, until }) => [from, until]);
