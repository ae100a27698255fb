import type { Period } from '#shared/planning/periods.ts';
import { addDays } from '#shared/rules/days.ts';
import { localTimeToInstant } from '#shared/rules/wall-clock.ts';

/** Makes a function that returns the start and the end of a calendar day in the factory. */
export function makeDayPeriodGetter(zone: string): (day: string) => Period {
  const periodsByDay = new Map<string, Period>();
  const getDayStartSeconds = (day: string) =>
    Math.floor(Date.parse(localTimeToInstant(`${day}T00:00`, zone)!) / 1000);
  return (day) => {
    const period = periodsByDay.get(day) ?? [getDayStartSeconds(day), getDayStartSeconds(addDays(day, 1))];
    periodsByDay.set(day, period);
    return period;
  };
}
