import { describe, expect, it } from 'vitest';
import { computeBatchShares, type BatchedReport } from '#shared/ledger/batch-time.ts';

/**
 * Computes the share of a report exactly: divides each second by weight among the reports that are open in
 * it.
 */
function computeExactShare(
  reports: readonly BatchedReport[],
  id: number,
  isBreak: (second: number) => boolean,
) {
  const report = reports.find((candidate) => candidate.id === id)!;
  let share = 0;
  for (let second = report.startedAt; second < report.endedAt; second++) {
    if (isBreak(second)) continue;
    const openReports = reports.filter((other) => other.startedAt <= second && other.endedAt > second);
    share += report.weight / openReports.reduce((sum, other) => sum + other.weight, 0);
  }
  return share;
}

/** Makes a generator of pseudo-random whole numbers from 0 to `limit` - 1. */
function createRandomGenerator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
}

describe('the time of a batch', () => {
  it('is shared by weight, to the second', () => {
    const reports = [10, 20, 30].map((weight, index) => ({
      id: index + 1,
      startedAt: 0,
      endedAt: 1000,
      weight,
    }));
    const shares = computeBatchShares(reports, 1000, (moment) => moment);
    expect([...shares.values()]).toEqual([167, 333, 500]);
  });

  it('is shared equally if nothing has a weight', () => {
    const reports = [1, 2].map((id) => ({ id, startedAt: 0, endedAt: 60, weight: 0 }));
    expect([...computeBatchShares(reports, 60, (moment) => moment).values()]).toEqual([30, 30]);
  });

  it('adds up to the time in which reports are open, however they start and end, and leaves out breaks', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const drawNumber = createRandomGenerator(seed);
      const reports = Array.from({ length: 1 + drawNumber(7) }, (_, index) => {
        const startedAt = drawNumber(3) * 50;
        return {
          id: index + 1,
          startedAt,
          endedAt: startedAt + 60 + drawNumber(400),
          weight: 1 + drawNumber(20),
        };
      });
      const isBreak = (second: number) => second >= 150 && second < 220;
      const countSeconds = (moment: number) =>
        Array.from({ length: moment }, (_, second) => second).filter((second) => !isBreak(second)).length;
      // The share of a report is computed when the report is closed. The reports that end later are then
      // still open.
      const shares = reports.map(({ id, endedAt }) => {
        const knownReports = reports.map((other) =>
          other.endedAt > endedAt || (other.endedAt === endedAt && other.id >= id)
            ? { ...other, endedAt: Number.POSITIVE_INFINITY }
            : other,
        );
        return computeBatchShares(knownReports, endedAt, countSeconds).get(id) ?? 0;
      });
      for (const [index, { id }] of reports.entries())
        expect(
          Math.abs(shares[index]! - computeExactShare(reports, id, isBreak)),
          `seed ${seed}`,
        ).toBeLessThan(15);
      const openSeconds = Array.from({ length: 700 }, (_, second) => second).filter(
        (second) =>
          !isBreak(second) &&
          reports.some(({ startedAt, endedAt }) => startedAt <= second && endedAt > second),
      ).length;
      expect(
        shares.reduce((sum, share) => sum + share, 0),
        `seed ${seed}`,
      ).toBe(openSeconds);
    }
  });
});
