import { useServerTimeInSeconds } from './use-server-second.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const UNKNOWN_DURATION = '—';

/** Formats a duration briefly, such as '47′', '3h05' or '2d'. */
function formatShortDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN_DURATION;
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < HOUR_SECONDS) return `${Math.floor(whole / MINUTE_SECONDS)}′`;
  if (whole >= 2 * DAY_SECONDS) return `${Math.floor(whole / DAY_SECONDS)}d`;
  return `${Math.floor(whole / HOUR_SECONDS)}h${String(Math.floor((whole % HOUR_SECONDS) / MINUTE_SECONDS)).padStart(2, '0')}`;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a duration as '04:31' or '1:04:31'. From one day on, the format is '2d 03:10'. */
function formatClock(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN_DURATION;
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = padTwoDigits(Math.floor((whole % HOUR_SECONDS) / 60));
  if (whole >= DAY_SECONDS)
    return `${Math.floor(whole / DAY_SECONDS)}d ${padTwoDigits(Math.floor((whole % DAY_SECONDS) / HOUR_SECONDS))}:${minutes}`;
  const rest = `${minutes}:${padTwoDigits(whole % 60)}`;
  return whole >= HOUR_SECONDS ? `${Math.floor(whole / HOUR_SECONDS)}:${rest}` : rest;
}

interface Props {
  /** The instant from which the time counts, ISO 8601. */
  since: string;
  /** Whether to use the short format without seconds. */
  short?: boolean;
  className?: string;
}

/** Shows the time since an instant by the server's clock, and updates it every second. */
export function ElapsedTime({ since, short = false, className = '' }: Props) {
  const seconds = useServerTimeInSeconds() - Date.parse(since) / 1000;
  return (
    <time className={`elapsed ${className}`} dateTime={since} role="timer" aria-live="off">
      {short ? formatShortDuration(seconds) : formatClock(seconds)}
    </time>
  );
}
