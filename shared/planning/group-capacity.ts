import { countOverlapSeconds, countSeconds, type Period } from './periods.ts';
import type { WorkCalendar } from './work-calendar.ts';

/** The hours of a machine and the hours of a person are two capacities, which are never added up. */
export const CAPACITY_AXES = ['deviceHours', 'manHours'] as const;
export type CapacityAxis = (typeof CAPACITY_AXES)[number];

/** The upper limits of a capacity in hours per day; null where none is set. */
export interface CapacityLimits {
  readonly normalCapacity: number | null;
  readonly maximumCapacity: number | null;
  readonly budgetCapacity: number | null;
}

/** A person or device whose capacity belongs to a work group. */
export interface CapacityResource extends CapacityLimits {
  readonly kind: 'employee' | 'device';
  readonly id: number;
  /** The group whose roster applies. */
  readonly workGroupId: number | null;
  /** The planned downtimes or absences, sorted and without overlaps. */
  readonly lost: readonly Period[];
}

export interface CapacityGroup extends CapacityLimits {
  readonly id: number;
  /** The efficiency in percent. */
  readonly efficiency: number;
  readonly resources: readonly CapacityResource[];
}

/** The capacity of a group on each day, in whole minutes. */
export interface CapacityLines {
  readonly normal: number[];
  readonly maximum: number[];
  readonly budget: number[];
  /** How many resources count as 0, because they have neither a roster nor a normal capacity. */
  readonly unknownResources: number;
}

interface DaySeconds {
  normal: number;
  maximum: number;
  budget: number;
  lost: number;
}

const toSeconds = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * 3600));
const limitSeconds = (seconds: number, hours: number | null): number =>
  Math.min(seconds, toSeconds(hours) ?? seconds);

/** Returns the seconds of a resource on a day, or null if its working time is not known. */
function computeResourceDay(
  resource: CapacityResource,
  shifts: readonly Period[] | null,
  dayPeriod: Period,
  isWorkday: boolean,
): DaySeconds | null {
  if (shifts === null && resource.normalCapacity === null) return null;
  // A resource without a roster works its normal capacity on a working day, at no particular time of day.
  const workedSeconds = shifts ? countSeconds(shifts) : isWorkday ? toSeconds(resource.normalCapacity)! : 0;
  const lostSeconds = Math.min(workedSeconds, countOverlapSeconds(shifts ?? [dayPeriod], resource.lost));
  const remainingSeconds = workedSeconds - lostSeconds;
  const normal = limitSeconds(remainingSeconds, resource.normalCapacity);
  // Overtime lengthens a day with working time. It does not turn a rest day into a working day.
  const maximumSeconds = toSeconds(resource.maximumCapacity);
  const maximum =
    remainingSeconds === 0 || maximumSeconds === null
      ? normal
      : Math.max(normal, maximumSeconds - lostSeconds);
  return {
    normal,
    maximum,
    budget: Math.min(
      maximum,
      limitSeconds(remainingSeconds, resource.budgetCapacity ?? resource.normalCapacity),
    ),
    lost: lostSeconds,
  };
}

/** Limits the sum of the resources by the capacities of the group itself. */
function limitByGroup(sum: DaySeconds, group: CapacityGroup, hasOvertime: boolean): DaySeconds {
  const normal = limitSeconds(sum.normal, group.normalCapacity);
  const groupMaximumSeconds = toSeconds(group.maximumCapacity);
  // If no resource has a maximum, only the maximum of the group allows overtime.
  const maximum =
    groupMaximumSeconds === null
      ? sum.maximum
      : hasOvertime || sum.normal === 0
        ? Math.min(sum.maximum, groupMaximumSeconds)
        : groupMaximumSeconds - sum.lost;
  return {
    normal,
    maximum: Math.max(normal, maximum),
    budget: limitSeconds(sum.budget, group.budgetCapacity ?? group.normalCapacity),
    lost: sum.lost,
  };
}

/**
 * Computes the capacity of a group on each day: the shifts of its resources without breaks, downtimes and absences,
 * at most their capacities per day, times the efficiency of the group.
 *
 * The capacities of the group itself limit its device hours. If the group has no devices, they limit its man hours.
 * @param getDayPeriod returns the period of a calendar day
 */
export function computeGroupCapacity(
  group: CapacityGroup,
  axis: CapacityAxis,
  days: readonly string[],
  calendar: WorkCalendar,
  getDayPeriod: (day: string) => Period,
): CapacityLines {
  const kind = axis === 'deviceHours' ? 'device' : 'employee';
  const resources = group.resources
    .filter((resource) => resource.kind === kind)
    .map((resource) => ({ resource, getShifts: calendar.makeShiftLookup(resource) }));
  const isLimitedByGroup = axis === 'deviceHours' || resources.length === group.resources.length;
  const hasOvertime = resources.some(({ resource }) => resource.maximumCapacity !== null);
  const unknownResourceIds = new Set<number>();
  const toMinutes = (seconds: number): number => Math.round((seconds * group.efficiency) / 6000);
  const dailySeconds = days.map((day) => {
    const sum: DaySeconds = { normal: 0, maximum: 0, budget: 0, lost: 0 };
    const isWorkday = calendar.isWorkday(day);
    for (const { resource, getShifts } of resources) {
      const resourceSeconds = computeResourceDay(resource, getShifts(day), getDayPeriod(day), isWorkday);
      if (resourceSeconds === null) unknownResourceIds.add(resource.id);
      else
        for (const key of ['normal', 'maximum', 'budget', 'lost'] as const) sum[key] += resourceSeconds[key];
    }
    return isLimitedByGroup ? limitByGroup(sum, group, hasOvertime) : sum;
  });
  return {
    normal: dailySeconds.map((daySeconds) => toMinutes(daySeconds.normal)),
    maximum: dailySeconds.map((daySeconds) => toMinutes(daySeconds.maximum)),
    budget: dailySeconds.map((daySeconds) => toMinutes(daySeconds.budget)),
    unknownResources: unknownResourceIds.size,
  };
}
