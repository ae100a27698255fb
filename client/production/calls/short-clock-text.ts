const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNKNOWN = '—';

/** A stretch of time where there is little room: '47′', '3h05', '2d'. */
export function shortClockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}′`;
  if (whole >= 2 * DAY) return `${Math.floor(whole / DAY)}d`;
  return `${Math.floor(whole / HOUR)}h${String(Math.floor((whole % HOUR) / MINUTE)).padStart(2, '0')}`;
}
