import { useEffect, useReducer } from 'react';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

const MINUTE_MS = 60_000;

/** Shows the factory's date and time by the server's clock, because the clock of the screen may be wrong. */
export function WallClock() {
  const zone = useTimeZone();
  const [renderCount, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // The clock is rendered at least every 15 s, because the first message of the server may correct the time.
    const timer = setTimeout(
      renderAgain,
      Math.min(MINUTE_MS / 4, MINUTE_MS - (getServerTime() % MINUTE_MS) + 20),
    );
    return () => clearTimeout(timer);
  }, [renderCount]);
  const localTime = formatLocalTime(getServerTime(), zone);
  return (
    <time className="wall-clock">
      <span>{localTime.slice(5, 10)}</span>
      {localTime.slice(11, 16)}
    </time>
  );
}
