const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

function getDateTimeFormat(zone: string): Intl.DateTimeFormat {
  let clock = dateTimeFormats.get(zone);
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
    dateTimeFormats.set(zone, clock);
  }
  return clock;
}

const QUARTER_HOUR_MS = 900_000;
const MS_PER_DAY = 86_400_000;
/**
 * The maximum number of UTC offsets in the cache. A cache is needed, because long lists need thousands of offsets and
 * computing an offset is slow.
 */
const MAX_CACHED_OFFSETS = 20_000;
let utcOffsetCache = new Map<string, number>();

/** Returns the UTC offset of a zone at an instant, in milliseconds. Offsets are cached by quarter of an hour. */
function getUtcOffsetMs(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_HOUR_MS);
  const key = `${zone} ${quarter}`;
  const known = utcOffsetCache.get(key);
  if (known !== undefined) return known;
  const part: Record<string, string> = {};
  const begin = quarter * QUARTER_HOUR_MS;
  for (const { type, value } of getDateTimeFormat(zone).formatToParts(begin)) part[type] = value;
  const wall = `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`;
  const distance = Date.parse(wall) - begin;
  if (utcOffsetCache.size >= MAX_CACHED_OFFSETS) utcOffsetCache = new Map();
  utcOffsetCache.set(key, distance);
  return distance;
}

/** Converts an instant to the local time of a zone: 'YYYY-MM-DDTHH:mm:ss'. */
export function formatLocalTime(instant: string | number | Date, zone: string): string {
  const at = new Date(instant).getTime();
  return new Date(at + getUtcOffsetMs(at, zone)).toISOString().slice(0, 19);
}

/**
 * Converts an instant to the calendar day in a zone: 'YYYY-MM-DD'. Without an instant, returns the current day.
 */
export const toLocalDay = (zone: string, instant: string | number | Date = Date.now()): string =>
  formatLocalTime(instant, zone).slice(0, 10);

/**
 * Converts a local time of a zone, 'YYYY-MM-DDTHH:mm[:ss]', to an instant. The rules are those of PostgreSQL: if a
 * clock change repeats the local time, the result is the later instant. If a clock change skips the local time, the
 * result is after the change.
 * @returns ISO 8601 in UTC, or null if the text is not a time
 */
export function localTimeToInstant(wall: string, zone: string): string | null {
  const asUtc = Date.parse(`${wall.length === 16 ? `${wall}:00` : wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const [earlier, later] = [asUtc - MS_PER_DAY, asUtc + MS_PER_DAY]
    .map((near) => asUtc - getUtcOffsetMs(near, zone))
    .toSorted((a, b) => a - b) as [number, number];
  const isEarlier =
    formatLocalTime(earlier, zone) === formatLocalTime(asUtc, 'UTC') &&
    formatLocalTime(later, zone) !== formatLocalTime(asUtc, 'UTC');
  return new Date(isEarlier ? earlier : later).toISOString();
}
