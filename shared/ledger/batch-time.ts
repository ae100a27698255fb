/** A report of a batch. The times are in seconds since any common moment. */
export interface BatchedReport {
  readonly id: number;
  readonly startedAt: number;
  /** The end of the report; Infinity while the report is open. */
  readonly endedAt: number;
  /** The work that the report stands for, in any unit that is the same for all reports. */
  readonly weight: number;
}

/**
 * Divides whole seconds by weight. The shares with the largest remainders get the seconds that are left. Of equal
 * remainders, the first share comes first.
 */
function divideSeconds(seconds: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  // Without any weight, the shares are equal.
  const exactShares = weights.map((weight) =>
    totalWeight > 0 ? (seconds * weight) / totalWeight : seconds / weights.length,
  );
  const shares = exactShares.map(Math.floor);
  const remainingSeconds = seconds - shares.reduce((sum, share) => sum + share, 0);
  const indexesByRemainder = exactShares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of indexesByRemainder.slice(0, remainingSeconds)) shares[index]! += 1;
  return shares;
}

/**
 * Computes how much of the time of a batch belongs to each of its reports up to a moment. Each second is divided by
 * weight among the reports that are open in this second, so that the shares of all reports add up to the time of the
 * batch.
 * @param reports all reports of the batch
 * @param countSeconds returns the working time in whole seconds from the start of the batch to a moment
 * @returns the shares in whole seconds, by the id of the report; a report without a share is missing
 */
export function computeBatchShares(
  reports: readonly BatchedReport[],
  until: number,
  countSeconds: (moment: number) => number,
): Map<number, number> {
  const sortedReports = reports.toSorted((a, b) => a.id - b.id);
  const shares = new Map<number, number>();
  const moments = listBatchMoments(reports, until);
  for (const [index, moment] of moments.entries()) {
    const from = moments[index - 1];
    if (from === undefined) continue;
    const openReports = sortedReports.filter((report) => report.startedAt <= from && report.endedAt > from);
    if (openReports.length === 0) continue;
    const seconds = divideSeconds(
      countSeconds(moment) - countSeconds(from),
      openReports.map(({ weight }) => weight),
    );
    for (const [position, { id }] of openReports.entries())
      shares.set(id, (shares.get(id) ?? 0) + seconds[position]!);
  }
  return shares;
}

/** Lists the moments up to `until` at which a report of a batch starts or ends, in order; the last is `until`. */
export const listBatchMoments = (reports: readonly BatchedReport[], until: number): number[] =>
  [...new Set([...reports.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]), until])]
    .filter((moment) => moment <= until)
    .toSorted((a, b) => a - b);
