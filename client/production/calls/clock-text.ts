const HOUR = 3600;
const DAY = 24 * HOUR;
const UNKNOWN = '—';
const two = (value: number) => String(value).padStart(2, '0');

/** A stretch of time as a clock shows it: '04:31', '1:04:31'; from a day on '2d 03:10'. */
export function clockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = two(Math.floor((whole % HOUR) / 60));
  if (whole >= DAY) return `${Math.floor(whole / DAY)}d ${two(Math.floor((whole % DAY) / HOUR))}:${minutes}`;
  const rest = `${minutes}:${two(whole % 60)}`;
  return whole >= HOUR ? `${Math.floor(whole / HOUR)}:${rest}` : rest;
}
