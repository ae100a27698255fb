import { useServerTime } from '#client/kit/live/use-server-time.ts';
import './running-clock.css';

interface Props {
  /** The instant from which the clock counts, ISO 8601. */
  since: string;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a duration as hours, minutes and seconds, such as '0:04:31' or '26:10:00'. */
function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 3600)}:${padTwoDigits(Math.floor(seconds / 60) % 60)}:${padTwoDigits(seconds % 60)}`;
}

/** Shows the time since an instant, and updates it every second. */
export function RunningClock({ since }: Props) {
  const now = useServerTime(1000);
  return (
    <time className="running-clock" dateTime={since} role="timer" aria-live="off">
      {formatClock(now - Date.parse(since))}
    </time>
  );
}
