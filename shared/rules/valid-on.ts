/**
 * Finds the row that is valid on a day: the row with the latest `validFrom` that is not after the day; null if there
 * is none.
 */
export const findRowValidOn = <R extends { validFrom: string }>(rows: readonly R[], day: string): R | null =>
  rows
    .filter((row) => row.validFrom <= day)
    .reduce<R | null>((latest, row) => (latest && latest.validFrom > row.validFrom ? latest : row), null);
