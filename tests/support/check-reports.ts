import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { checkLedgers } from './ledger-check.ts';
import { waitUntil } from './live-node.ts';
import type { Workplace, ReportLoad } from './report-load.ts';
import { createAndReleaseOrder } from './wire-order.ts';

/**
 * Creates workplaces, each with its own person and its own order. The orders are too large to be finished in a test.
 */
export async function createWorkplaces(client: WireClient, count: number): Promise<Workplace[]> {
  const workplaces: Workplace[] = [];
  for (let index = 0; index < count; index++) {
    const { processIds } = await createAndReleaseOrder(client, `LOAD-${index}`, 1_000_000, ['Turning']);
    const person = { code: `K${index}`, name: `Worker ${index}` };
    const { id } = await client.call<{ id: number }>('/mes/system/basic/employee/save', person);
    workplaces.push({ processId: processIds[0]!, employeeId: id });
  }
  return workplaces;
}

/** Waits until the server has acknowledged this many more imported lines and finished reports. */
export async function waitForMoreReports(
  load: ReportLoad,
  minMoreLines: number,
  minMoreReports: number,
): Promise<void> {
  const { lines, reports } = load.acknowledgedCounts;
  const hasMore = () =>
    load.acknowledgedCounts.lines >= lines + minMoreLines &&
    load.acknowledgedCounts.reports >= reports + minMoreReports;
  await waitUntil('more was acknowledged', hasMore, 60_000);
}

/**
 * Expects that the database holds every acknowledged report once and no other report, and that the ledgers are correct.
 * @param workplaceCount the number of processes, one for each workplace
 */
export async function expectEachReportOnce(
  connection: Connection,
  factoryId: number,
  load: ReportLoad,
  workplaceCount: number,
): Promise<void> {
  const { checkedCount, mismatches } = await checkLedgers(connection, factoryId);
  expect(mismatches).toEqual([]);
  expect(checkedCount).toBe(workplaceCount);
  const { db } = connection;
  const reports = await db.selectFrom('workReport').select(['id', 'good', 'endedAt']).execute();
  const acknowledgedIds = [...load.reportIdByLine.values(), ...load.finishedReportIds];
  expect(new Set(acknowledgedIds).size).toBe(acknowledgedIds.length);
  expect(reports.map((report) => report.id).toSorted((a, b) => a - b)).toEqual(
    acknowledgedIds.toSorted((a, b) => a - b),
  );
  expect(reports.filter((report) => report.good !== 1 || report.endedAt === null)).toEqual([]);
  const lines = await db.selectFrom('importedLine').select(['line', 'reportId']).execute();
  expect(new Map(lines.map((line) => [line.line, line.reportId]))).toEqual(load.reportIdByLine);
  const producedTotal = await sql<{ good: number }>`select sum(good) as good from process`.execute(db);
  expect(producedTotal.rows[0]!.good).toBe(acknowledgedIds.length);
}
