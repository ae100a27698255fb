import { content } from './content.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant as the local time of a zone: 'YYYY-MM-DDTHH:mm:ss'. */
export function wallClock(at: number, zone: string): string {
  // Creating a formatter is a hundred times as slow as using it.
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(at).replace(' ', 'T');
}

/** Whether an instant is in the night shift (`isNight`) or the day shift of the demonstration factory. */
export function isOnShift(isNight: boolean, at: number, zone: string): boolean {
  const time = wallClock(at, zone).slice(11, 16);
  const isDay = time >= content.shifts.from && time < content.shifts.to;
  return isNight !== isDay;
}
