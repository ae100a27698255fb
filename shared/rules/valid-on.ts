/** Of rows that each hold from a day on, the one that holds on a day; null before the first. */
export const validOn = <R extends { validFrom: string }>(rows: readonly R[], day: string): R | null =>
  rows
    .filter((row) => row.validFrom <= day)
    .reduce<R | null>((latest, row) => (latest && latest.validFrom > row.validFrom ? latest : row), null);
