import { useServerSecond } from './use-server-second.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNKNOWN = '—';

/** Formats a duration briefly, such as '47′', '3h05' or '2d'. */
function shortClockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}′`;
  if (whole >= 2 * DAY) return `${Math.floor(whole / DAY)}d`;
  return `${Math.floor(whole / HOUR)}h${String(Math.floor((whole % HOUR) / MINUTE)).padStart(2, '0')}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Formats a duration as '04:31' or '1:04:31'. From one day on, the format is '2d 03:10'. */
function clockText(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = two(Math.floor((whole % HOUR) / 60));
  if (whole >= DAY) return `${Math.floor(whole / DAY)}d ${two(Math.floor((whole % DAY) / HOUR))}:${minutes}`;
  const rest = `${minutes}:${two(whole % 60)}`;
  return whole >= HOUR ? `${Math.floor(whole / HOUR)}:${rest}` : rest;
}

interface Props {
  /** The instant, ISO 8601. */
  since: string;
  /** Whether to use the short format without seconds. */
  short?: boolean;
  className?: string;
}

/** Shows the time since an instant by the server's clock, and updates it every second. */
export function Elapsed({ since, short = false, className = '' }: Props) {
  const seconds = useServerSecond() - Date.parse(since) / 1000;
  return (
    <time className={`elapsed ${className}`} dateTime={since} role="timer" aria-live="off">
      {short ? shortClockText(seconds) : clockText(seconds)}
    </time>
  );
}
