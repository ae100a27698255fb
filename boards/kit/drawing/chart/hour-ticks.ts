import { formatLocalTime } from '#shared/rules/wall-clock.ts';

const HOUR_MS = 3_600_000;
const QUARTER_HOUR_MS = HOUR_MS / 4;
/** The possible distances of ticks. They divide a day, so the ticks are at the same hours every day. */
const TICK_DISTANCES_HOURS = [1, 2, 3, 4, 6, 12] as const;

interface HourTick {
  /** The instant of the tick, in epoch milliseconds. */
  readonly at: number;
  /** The hour in the zone, from 0 to 23. */
  readonly hour: number;
}

/** Lists the instants at which a new hour begins in a zone, from `from` to `until`, both included. */
function listFullHours(from: number, until: number, zone: string): HourTick[] {
  const ticks: HourTick[] = [];
  // UTC offsets are whole quarters of an hour, so every full hour of a zone is one of these instants.
  for (let at = Math.ceil(from / QUARTER_HOUR_MS) * QUARTER_HOUR_MS; at <= until; at += QUARTER_HOUR_MS) {
    const localTime = formatLocalTime(at, zone);
    if (localTime.slice(14, 16) === '00') ticks.push({ at, hour: Number(localTime.slice(11, 13)) });
  }
  return ticks;
}

/**
 * Lists the ticks of a time axis at full hours of a zone, with the smallest distance that needs no
 * more than `maxTicks` ticks.
 */
export function listHourTicks(
  from: number,
  until: number,
  zone: string,
  maxTicks: number,
): readonly HourTick[] {
  const hours = listFullHours(from, until, zone);
  const tickLists = TICK_DISTANCES_HOURS.map((distance) => hours.filter(({ hour }) => hour % distance === 0));
  return tickLists.find((ticks) => ticks.length <= Math.max(1, maxTicks)) ?? tickLists.at(-1)!;
}
