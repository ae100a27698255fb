/** A span of time from one second to another, in whole seconds since 1970. The end does not belong to the span. */
export type Period = readonly [from: number, until: number];

/** Sorts periods and joins those that overlap or touch. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: [number, number][] = [];
  for (const [from, until] of periods.toSorted((a, b) => a[0] - b[0])) {
    if (until <= from) continue;
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else merged.push([from, until]);
  }
  return merged;
}

/** Sums how long the periods of two merged lists overlap, in seconds. */
export function countOverlapSeconds(some: readonly Period[], others: readonly Period[]): number {
  let seconds = 0;
  for (const [from, until] of some)
    for (const [otherFrom, otherUntil] of others)
      seconds += Math.max(0, Math.min(until, otherUntil) - Math.max(from, otherFrom));
  return seconds;
}

/** Sums the lengths of merged periods, in seconds. */
export const countSeconds = (periods: readonly Period[]): number =>
  periods.reduce((sum, [from, until]) => sum + until - from, 0);

/** Cuts merged periods out of other merged periods. */
export function cutPeriods(periods: readonly Period[], cuts: readonly Period[]): Period[] {
  let remainingPeriods = [...periods];
  for (const [from, until] of cuts)
    remainingPeriods = remainingPeriods.flatMap((one): Period[] =>
      until <= one[0] || from >= one[1]
        ? [one]
        : ([
            [one[0], from],
            [until, one[1]],
          ].filter(([start, end]) => start! < end!) as unknown as Period[]),
    );
  return remainingPeriods;
}
