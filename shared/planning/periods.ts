/** A span of time from one second to another, in whole seconds since 1970. The end does not belong to the span. */
export type Period = readonly [from: number, until: number];

/** Sorts periods and joins those that overlap or touch. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const mergedPeriods: [number, number][] = [];
  for (const [from, until] of periods.toSorted((a, b) => a[0] - b[0])) {
    if (until <= from) continue;
    const last = mergedPeriods.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else mergedPeriods.push([from, until]);
  }
  return mergedPeriods;
}

/** Sums how long the periods of two lists overlap each other, in seconds. Within each list, no periods may overlap. */
export function countOverlapSeconds(periods: readonly Period[], otherPeriods: readonly Period[]): number {
  let seconds = 0;
  for (const [from, until] of periods)
    for (const [otherFrom, otherUntil] of otherPeriods)
      seconds += Math.max(0, Math.min(until, otherUntil) - Math.max(from, otherFrom));
  return seconds;
}

/** Sums the lengths of merged periods, in seconds. */
export const countSeconds = (periods: readonly Period[]): number =>
  periods.reduce((sum, [from, until]) => sum + until - from, 0);

/** Removes the time of `cuts` from periods. Within each of the two lists, no periods may overlap. */
export function cutPeriods(periods: readonly Period[], cuts: readonly Period[]): Period[] {
  let remainingPeriods = [...periods];
  for (const [from, until] of cuts)
    remainingPeriods = remainingPeriods.flatMap((period): Period[] =>
      until <= period[0] || from >= period[1]
        ? [period]
        : ([
            [period[0], from],
            [until, period[1]],
          ].filter(([start, end]) => start! < end!) as unknown as Period[]),
    );
  return remainingPeriods;
}
