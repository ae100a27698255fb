const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

const QUARTER_MS = 900_000;
/**
 * The maximum number of UTC offsets in the cache. Lists need thousands of offsets, and computing
 * one is slow.
 */
const MAX_QUARTERS = 20_000;
let distances = new Map<string, number>();

/**
 * Returns the UTC offset of a zone in milliseconds. Offsets are cached for each quarter of an hour.
 */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS);
  const key = `${zone} ${quarter}`;
  const known = distances.get(key);
  if (known !== undefined) return known;
  const part: Record<string, string> = {};
  const begin = quarter * QUARTER_MS;
  for (const { type, value } of clockOf(zone).formatToParts(begin)) part[type] = value;
  const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`;
  const distance = Date.parse(wall) - begin;
  if (distances.size >= MAX_QUARTERS) distances = new Map();
  distances.set(key, distance);
  return distance;
}

/** Converts an instant to the local time of a zone: 'YYYY-MM-DDTHH:mm:ss'. */
export function wallClock(instant: string | number | Date, zone: string): string {
  const at = new Date(instant).getTime();
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 19);
}

/**
 * Converts an instant to the calendar day in a zone: 'YYYY-MM-DD'. The default is the current day.
 */
export const dayIn = (zone: string, instant: string | number | Date = Date.now()): string =>
  wallClock(instant, zone).slice(0, 10);

/**
 * Converts a local time of a zone, 'YYYY-MM-DDTHH:mm[:ss]', to an instant. If the local time occurs
 * twice, the result is the later instant. If a clock change skips the local time, the result is
 * after the change.
 * @returns ISO 8601 in UTC, or null if the text is not a time
 */
export function instantOf(wall: string, zone: string): string | null {
  const asUtc = Date.parse(`${wall.length === 16 ? `${wall}:00` : wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(first, zone)).toISOString();
}
