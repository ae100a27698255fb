import { demoContent } from './content.ts';

const formattersByZone = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant as local time of a time zone: 'YYYY-MM-DDTHH:mm:ss'.
 * @param at milliseconds since 1970
 */
export function formatLocalTime(at: number, zone: string): string {
  // Creating a formatter takes a hundred times as long as using it, so the formatter of each time zone is
  // kept.
  const clock =
    formattersByZone.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formattersByZone.set(zone, clock);
  return clock.format(at).replace(' ', 'T');
}

/** Returns the local time of a time zone as a date whose UTC day and time are the local ones. */
export const toLocalDate = (at: number, zone: string): Date => new Date(`${formatLocalTime(at, zone)}Z`);

/**
 * Whether an instant is in a shift of the demonstration factory. Breaks belong to the shift.
 * @param isNight true for the night shift, false for the day shift
 * @param at milliseconds since 1970
 */
export function isOnShift(isNight: boolean, at: number, zone: string): boolean {
  const time = formatLocalTime(at, zone).slice(11, 16);
  const isDay = time >= demoContent.shifts.from && time < demoContent.shifts.to;
  return isNight !== isDay;
}
