import { useEffect, useState } from 'react';
import type { WallAnswer } from '#shared/answers/boards/wall.ts';
import { getServerTime } from '#client/kit/live/live.ts';

const CHECK_INTERVAL_MS = 15_000;

/** Whether a time lies within a shift. Without shifts, every time is working time. @param now epoch milliseconds */
export const isWorkingTime = (shifts: WallAnswer['shifts'], now: number): boolean =>
  shifts === null ||
  shifts.some(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt));

/** Returns whether a shift is worked now, by the server's clock. */
export function useIsWorkingTime(shifts: WallAnswer['shifts']): boolean {
  const [, setCheckedAt] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCheckedAt(Date.now()), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return isWorkingTime(shifts, getServerTime());
}
