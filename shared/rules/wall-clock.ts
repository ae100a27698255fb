const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

function getDateTimeFormat(zone: string): Intl.DateTimeFormat {
  let format = dateTimeFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    dateTimeFormats.set(zone, format);
  }
  return format;
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
function getUtcOffsetMs(instantMs: number, zone: string): number {
  const quarterHourIndex = Math.floor(instantMs / QUARTER_HOUR_MS);
  const key = `${zone} ${quarterHourIndex}`;
  const cachedOffset = utcOffsetCache.get(key);
  if (cachedOffset !== undefined) return cachedOffset;
  const partByType: Record<string, string> = {};
  const quarterHourStartMs = quarterHourIndex * QUARTER_HOUR_MS;
  for (const { type, value } of getDateTimeFormat(zone).formatToParts(quarterHourStartMs))
    partByType[type] = value;
  const wallTime = `${partByType['year']}-${partByType['month']}-${partByType['day']}T${partByType['hour']}:${partByType['minute']}:${partByType['second']}Z`;
  const offset = Date.parse(wallTime) - quarterHourStartMs;
  if (utcOffsetCache.size >= MAX_CACHED_OFFSETS) utcOffsetCache = new Map();
  utcOffsetCache.set(key, offset);
  return offset;
}

/** Converts an instant to the local time of a zone: 'YYYY-MM-DDTHH:mm:ss'. */
export function formatLocalTime(instant: string | number | Date, zone: string): string {
  const at = new Date(instant).getTime();
  return new Date(at + getUtcOffsetMs(at, zone)).toISOString().slice(0, 19);
}

/** Converts an instant to the calendar day in a zone: 'YYYY-MM-DD'. */
export const toLocalDay = (zone: string, instant: string | number | Date): string =>
  formatLocalTime(instant, zone).slice(0, 10);

/**
 * Converts a local time of a zone, 'YYYY-MM-DDTHH:mm[:ss]', to an instant. The rules are those of PostgreSQL: if a
 * clock change repeats the local time, the result is the later instant. If a clock change skips the local time, the
 * result is after the change.
 * @returns ISO 8601 in UTC, or null if the text is not a time
 */
export function localTimeToInstant(localTime: string, zone: string): string | null {
  const asUtcMs = Date.parse(`${localTime.length === 16 ? `${localTime}:00` : localTime}Z`);
  if (Number.isNaN(asUtcMs)) return null;
  const [earlierMs, laterMs] = [asUtcMs - MS_PER_DAY, asUtcMs + MS_PER_DAY]
    .map((nearbyMs) => asUtcMs - getUtcOffsetMs(nearbyMs, zone))
    .toSorted((a, b) => a - b) as [number, number];
  const isOnlyEarlierValid =
    formatLocalTime(earlierMs, zone) === formatLocalTime(asUtcMs, 'UTC') &&
    formatLocalTime(laterMs, zone) !== formatLocalTime(asUtcMs, 'UTC');
  return new Date(isOnlyEarlierValid ? earlierMs : laterMs).toISOString();
}
