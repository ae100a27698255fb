/** Finds the row that is valid on a day, where each row is valid from its date on; null before the first. */
export const validOn = <R extends { validFrom: string }>(rows: readonly R[], day: string): R | null =>
  rows
    .filter((row) => row.validFrom <= day)
    .reduce<R | null>((latest, row) => (latest && latest.validFrom > row.validFrom ? latest : row), null);
