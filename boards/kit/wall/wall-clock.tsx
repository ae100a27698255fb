import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useServerTimeInMinutes } from '#client/kit/live/use-server-clock.ts';

const MINUTE_MS = 60_000;

/** Shows the factory's date and time by the server's clock, because the clock of the screen may be wrong. */
export function WallClock() {
  const localTime = formatLocalTime(useServerTimeInMinutes() * MINUTE_MS, useTimeZone());
  return (
    <time className="wall-clock">
      <span>{localTime.slice(5, 10)}</span>
      {localTime.slice(11, 16)}
    </time>
  );
}
