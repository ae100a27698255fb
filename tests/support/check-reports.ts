import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { checkLedgers } from './ledger-check.ts';
import { waitUntil } from './live-node.ts';
import type { Workplace, ReportLoad } from './report-load.ts';
import { createAndReleaseOrder } from './wire-order.ts';

/** Creates workplaces, each with its own person and its own order. The orders are too large to be finished in a test. */
export async function createWorkplaces(client: WireClient, count: number): Promise<Workplace[]> {
  const benches: Workplace[] = [];
  for (let at = 0; at < count; at++) {
    const { processIds } = await createAndReleaseOrder(client, `LOAD-${at}`, 1_000_000, ['Turning']);
    const person = { code: `K${at}`, name: `Worker ${at}` };
    const { id } = await client.call<{ id: number }>('/mes/system/basic/employee/save', person);
    benches.push({ processId: processIds[0]!, employeeId: id });
  }
  return benches;
}

/** Waits until the server has acknowledged this many more imported lines and finished reports. */
export async function waitForMoreReports(
  load: ReportLoad,
  minLines: number,
  minWorks: number,
): Promise<void> {
  const { lines, works } = load.done;
  const isMore = () => load.done.lines >= lines + minLines && load.done.works >= works + minWorks;
  await waitUntil('more was acknowledged', isMore, 60_000);
}

/**
 * Expects that the database holds every acknowledged report once and no other report, and that the ledgers are correct.
 * @param benches the number of workplaces
 */
export async function expectEachReportOnce(
  connection: Connection,
  factoryId: number,
  load: ReportLoad,
  benches: number,
): Promise<void> {
  const { checked, wrong } = await checkLedgers(connection, factoryId);
  expect(wrong).toEqual([]);
  expect(checked).toBe(benches);
  const { db } = connection;
  const reports = await db.selectFrom('workReport').select(['id', 'good', 'endedAt']).execute();
  const acknowledged = [...load.imported.values(), ...load.finished];
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(reports.map((one) => one.id).toSorted((a, b) => a - b)).toEqual(
    acknowledged.toSorted((a, b) => a - b),
  );
  expect(reports.filter((one) => one.good !== 1 || one.endedAt === null)).toEqual([]);
  const lines = await db.selectFrom('importedLine').select(['line', 'reportId']).execute();
  expect(new Map(lines.map((one) => [one.line, one.reportId]))).toEqual(load.imported);
  const made = await sql<{ good: number }>`select sum(good) as good from process`.execute(db);
  expect(made.rows[0]!.good).toBe(acknowledged.length);
}
