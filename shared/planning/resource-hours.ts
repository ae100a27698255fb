import type { CapacityResource } from './group-capacity.ts';
import { countSeconds, cutPeriods, mergePeriods, type Period } from './periods.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/**
 * The start of a working day without a roster. A day of more than 16 hours starts earlier, so that it ends by
 * midnight.
 */
const ASSUMED_START_SECONDS = 8 * HOUR_SECONDS;

/** Cuts merged periods after a number of seconds, counted without the gaps. */
export function takeFirstSeconds(periods: readonly Period[], seconds: number): Period[] {
  let remainingSeconds = seconds;
  return periods.flatMap(([from, until]): Period[] => {
    const takenSeconds = Math.min(remainingSeconds, until - from);
    remainingSeconds -= takenSeconds;
    return takenSeconds > 0 ? [[from, from + takenSeconds]] : [];
  });
}

/** Returns the working time that a resource without a roster is assumed to have. */
function assumeShifts(hours: number, [dayStart]: Period): Period[] {
  const length = Math.min(DAY_SECONDS, Math.round(hours * HOUR_SECONDS));
  const start = dayStart + Math.min(ASSUMED_START_SECONDS, DAY_SECONDS - length);
  return [[start, start + length]];
}

/**
 * Returns when a machine or a person can work on a day. The rules are those by which `computeGroupCapacity`
 * counts hours: the shifts without downtimes and absences, at most the normal capacity or, with overtime, the
 * maximum capacity. Overtime follows the last shift. Without a roster, a working day starts at
 * `ASSUMED_START_SECONDS`.
 * @returns null if the working time is not known
 */
export function findOpenHours(
  { normalCapacity, maximumCapacity, lost }: CapacityResource,
  shifts: readonly Period[] | null,
  dayPeriod: Period,
  isWorkday: boolean,
  mayUseOvertime: boolean,
): Period[] | null {
  if (shifts === null && normalCapacity === null) return null;
  const workedPeriods = shifts ?? (isWorkday ? assumeShifts(normalCapacity!, dayPeriod) : []);
  const openPeriods = cutPeriods(workedPeriods, lost);
  const openSeconds = countSeconds(openPeriods);
  const normalSeconds =
    normalCapacity === null ? openSeconds : Math.min(openSeconds, Math.round(normalCapacity * HOUR_SECONDS));
  if (!mayUseOvertime || maximumCapacity === null || openSeconds === 0)
    return takeFirstSeconds(openPeriods, normalSeconds);
  const lostSeconds = countSeconds(workedPeriods) - openSeconds;
  const seconds = Math.max(normalSeconds, Math.round(maximumCapacity * HOUR_SECONDS) - lostSeconds);
  const [begin, end] = [workedPeriods[0]![0], workedPeriods.at(-1)![1]];
  const extendedPeriods = mergePeriods([...openPeriods, ...cutPeriods([[end, begin + DAY_SECONDS]], lost)]);
  return takeFirstSeconds(extendedPeriods, seconds);
}
