/** A report of a batch. The times are in seconds since any common moment. */
export interface BatchedReport {
  readonly id: number;
  readonly startedAt: number;
  /** Infinity while the report is open. */
  readonly endedAt: number;
  /** The work that the report stands for, in any unit that is the same for all reports. */
  readonly weight: number;
}

/** Divides whole seconds by weight. The largest remainders get the seconds that are left; of equal ones, the first. */
function divideSeconds(seconds: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  // Without any weight, the shares are equal.
  const exactShares = weights.map((weight) =>
    totalWeight > 0 ? (seconds * weight) / totalWeight : seconds / weights.length,
  );
  const shares = exactShares.map(Math.floor);
  const left = seconds - shares.reduce((sum, share) => sum + share, 0);
  const indexesByRemainder = exactShares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of indexesByRemainder.slice(0, left)) shares[index]! += 1;
  return shares;
}

/**
 * Computes how much of the time of a batch belongs to one of its reports. Each second is divided by weight among the
 * reports that are open then, so that the shares of all reports add up to the time of the batch.
 * @param reports all reports of the batch
 * @param id the report; it ends at `until`
 * @param countSeconds returns the working time in whole seconds from the start of the batch to a moment
 */
export function computeBatchShare(
  reports: readonly BatchedReport[],
  id: number,
  until: number,
  countSeconds: (moment: number) => number,
): number {
  const report = reports.find((candidate) => candidate.id === id)!;
  let share = 0;
  let from = report.startedAt;
  for (const moment of listBatchMoments(reports, until)) {
    if (moment <= from) continue;
    const openReports = reports
      .filter((other) => other.id === id || (other.startedAt <= from && other.endedAt > from))
      .toSorted((a, b) => a.id - b.id);
    const shares = divideSeconds(
      countSeconds(moment) - countSeconds(from),
      openReports.map(({ weight }) => weight),
    );
    share += shares[openReports.findIndex((other) => other.id === id)]!;
    from = moment;
  }
  return share;
}

/** Lists the moments up to `until` at which a report of a batch starts or ends, in order; the last is `until`. */
export const listBatchMoments = (reports: readonly BatchedReport[], until: number): number[] =>
  [...new Set([...reports.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]), until])]
    .filter((moment) => moment <= until)
    .toSorted((a, b) => a - b);
