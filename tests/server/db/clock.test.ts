import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { projectFolder } from '#server/root.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { createAndReleaseOrder } from '#tests/support/wire-order.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The largest accepted difference between a recorded time and now, in milliseconds. It is large, because calls take
 * long on a busy machine.
 */
const TOLERANCE_MS = 60_000;
const SHIFT_CLOCK_MODULE_URL = pathToFileURL(join(projectFolder, 'tests/support/shift-clock.mjs')).href;

/** Starts a server whose clocks shift-clock.mjs moves, and releases an order with one process. */
async function startServerWithShiftedClock(
  database: TestDatabase,
  closeCallbacks: ReturnType<typeof registerCloseCallbackList>,
  settings: Record<string, string>,
) {
  const server = await startChildServer(database, await findFreePort(), {
    NODE_OPTIONS: `--import ${SHIFT_CLOCK_MODULE_URL}`,
    ...settings,
  });
  closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
  const client = await openClient(server.url, TEST_ADMIN);
  const { processIds } = await createAndReleaseOrder(client, 'CLOCK', 10, ['Turning']);
  /** Starts work on one piece without giving the time. */
  const startPiece = async () => {
    const start = { processId: processIds[0]!, quantity: 1, people: [] };
    const { reportId } = await client.call<{ reportId: number }>('/mes/report/start', start);
    const { startedAt } = await client.call<{ startedAt: string }>('/mes/report/get', { id: reportId });
    return { reportId, startedAt: Date.parse(startedAt) };
  };
  return { server, client, startPiece };
}

describeForEachDatabase(
  'A node whose clock is a day ahead of the database',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('says so in the log and in /readyz, and uses the times and the days of the database', async () => {
      const { server, client, startPiece } = await startServerWithShiftedClock(database, closeCallbacks, {
        MES_TEST_CLOCK_MS: String(DAY_MS),
        MES_LOG_LEVEL: 'info',
      });
      await expect
        .poll(() => server.getOutput())
        .toContain('The clock of this node differs from the database');
      const health = (await (await fetch(`${server.url}/readyz`)).json()) as { clockSkewMs: number };
      expect(Math.abs(health.clockSkewMs - DAY_MS)).toBeLessThan(TOLERANCE_MS);

      // The server dates a report without a time by the database's clock. A time half an hour ahead of the database is
      // refused, although it is in the past for the node's own clock.
      const { reportId, startedAt } = await startPiece();
      expect(Math.abs(startedAt - Date.now())).toBeLessThan(TOLERANCE_MS);
      const at = new Date(Date.now() + HOUR_MS / 2).toISOString();
      await expect(client.call('/mes/report/finish', { reportId, good: 1, at })).rejects.toMatchObject({
        code: 'timeAhead',
      });

      // A report without a period ends today.
      const { rows: weeks } = await client.call<{ rows: { lastDay: string }[] }>(
        '/mes/form/qualityTrend',
        {},
      );
      expect(weeks.at(-1)?.lastDay).toBe(toLocalDay('Asia/Shanghai', Date.now()));
    });
  },
  'postgres',
);

describeForEachDatabase('A node whose machine slept for an hour', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  test('asks the database for the time before it writes one', async () => {
    const { server, startPiece } = await startServerWithShiftedClock(database, closeCallbacks, {
      MES_TEST_SLEEP_MS: String(HOUR_MS),
    });
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.getOutput()).toContain('The machine woke up');
    expect(Math.abs((await startPiece()).startedAt - Date.now())).toBeLessThan(TOLERANCE_MS);
  });
});
