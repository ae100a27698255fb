import { useEffect, useReducer } from 'react';
import { wallClock } from '#client/kit/words/formats.ts';
import { serverNow } from '#client/kit/live/live.ts';
import { useZone } from '#client/kit/words/use-zone.ts';

const MINUTE_MS = 60_000;

/** The day and time of the factory, by the server's clock: that of a screen is often wrong. */
export function WallClock() {
  const zone = useZone();
  const [looked, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Never more than a quarter of a minute late, also where the server's clock is only known after the first beat.
    const timer = setTimeout(look, Math.min(MINUTE_MS / 4, MINUTE_MS - (serverNow() % MINUTE_MS) + 20));
    return () => clearTimeout(timer);
  }, [looked]);
  const wall = wallClock(serverNow(), zone);
  return (
    <time className="wall-clock">
      <span>{wall.slice(5, 10)}</span>
      {wall.slice(11, 16)}
    </time>
  );
}
