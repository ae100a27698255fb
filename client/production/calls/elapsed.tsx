import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const UNKNOWN_DURATION = '—';

/** Formats a duration briefly, such as '47′', '3h05' or '2d'. */
function formatShortDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN_DURATION;
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  if (wholeSeconds < HOUR_SECONDS) return `${Math.floor(wholeSeconds / MINUTE_SECONDS)}′`;
  if (wholeSeconds >= 2 * DAY_SECONDS) return `${Math.floor(wholeSeconds / DAY_SECONDS)}d`;
  return `${Math.floor(wholeSeconds / HOUR_SECONDS)}h${String(Math.floor((wholeSeconds % HOUR_SECONDS) / MINUTE_SECONDS)).padStart(2, '0')}`;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a duration as '04:31' or '1:04:31'. From one day on, the format is '2d 03:10'. */
function formatLongDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN_DURATION;
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const minutes = padTwoDigits(Math.floor((wholeSeconds % HOUR_SECONDS) / 60));
  if (wholeSeconds >= DAY_SECONDS)
    return `${Math.floor(wholeSeconds / DAY_SECONDS)}d ${padTwoDigits(Math.floor((wholeSeconds % DAY_SECONDS) / HOUR_SECONDS))}:${minutes}`;
  const minutesAndSeconds = `${minutes}:${padTwoDigits(wholeSeconds % 60)}`;
  return wholeSeconds >= HOUR_SECONDS
    ? `${Math.floor(wholeSeconds / HOUR_SECONDS)}:${minutesAndSeconds}`
    : minutesAndSeconds;
}

interface Props {
  /** The instant from which the time counts, ISO 8601. */
  since: string;
  /** Whether to use the short format without seconds. */
  isShort?: boolean;
  className?: string;
}

/** Shows the time since an instant by the server's clock, and updates it every second. */
export function ElapsedTime({ since, isShort = false, className = '' }: Props) {
  const seconds = useServerTimeInSeconds() - Date.parse(since) / 1000;
  return (
    <time className={`elapsed ${className}`} dateTime={since} role="timer" aria-live="off">
      {isShort ? formatShortDuration(seconds) : formatLongDuration(seconds)}
    </time>
  );
}
