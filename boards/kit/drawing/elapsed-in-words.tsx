import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { formatDuration } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { UNKNOWN_VALUE_TEXT } from './figure.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

interface Props {
  /** The start of the elapsed time: ISO 8601. */
  since: string;
}

/** Shows the time since an instant in words, such as '16 min', so that nobody reads it as a time of day. */
export function ElapsedTimeInWords({ since }: Props) {
  const t = useT();
  const seconds = Math.max(0, useServerTimeInSeconds() - Math.floor(Date.parse(since) / 1000));
  const formatElapsed = () => {
    if (!Number.isFinite(seconds)) return UNKNOWN_VALUE_TEXT;
    if (seconds >= 2 * DAY_SECONDS) return t('daysCount', { days: Math.floor(seconds / DAY_SECONDS) });
    return formatDuration(
      seconds < MINUTE_SECONDS ? seconds : Math.floor(seconds / MINUTE_SECONDS) * MINUTE_SECONDS,
    );
  };
  return (
    <time dateTime={since} role="timer" aria-live="off">
      {formatElapsed()}
    </time>
  );
}
