import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { findPostgres } from '#tests/support/programs.ts';
import { RecordedDevices } from '#tests/support/recorded-devices.ts';
import { findFreePort } from '#tests/support/server-process.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const SETTINGS = { MES_BOARD_RECORDING: 'on' };
const OUTAGE_MS = 4000;

describeForEachDatabase('A node that is killed while it records', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  it('leaves a recording that plays back right, and the time without a node counts as not recorded', async () => {
    const port = await findFreePort();
    let server = await startChildServer(database, port, SETTINGS);
    closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
    const devices = new RecordedDevices(await openClient(server.url, TEST_ADMIN));
    devices.start();
    closeCallbacks.push(() => devices.stop());
    await devices.waitForRecording();
    await wait(Math.random() * 2000);
    await server.end('SIGKILL');
    const killedAt = new Date().toISOString();
    server = await startChildServer(database, port, SETTINGS);
    const restartedAt = new Date().toISOString();
    await devices.waitForRecording();
    await devices.stop();
    const spans = await devices.readSpans();
    expect(spans).toHaveLength(2);
    expect(spans[0]!.until <= killedAt).toBe(true);
    expect(spans[1]!.from > killedAt && spans[1]!.until > restartedAt).toBe(true);
    expect(spans.every(({ changes }) => changes.length > 0)).toBe(true);
    expect(devices.expectCorrectRows(spans)).toBeGreaterThan(10);
  });
});

describeForEachDatabase(
  'A PostgreSQL that stops while it is recorded',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    it('does not end the recording, which plays back right', async (context) => {
      const programs = await findPostgres();
      if (!programs) return context.skip();
      const cluster = await startCluster(programs.folder);
      closeCallbacks.push(() => Promise.resolve(cluster.remove()));
      const server = await startChildServer(
        { url: cluster.url, dataDir: database.dataDir },
        await findFreePort(),
        SETTINGS,
      );
      closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
      const devices = new RecordedDevices(await openClient(server.url, TEST_ADMIN));
      devices.start();
      closeCallbacks.push(() => devices.stop());
      await devices.waitForRecording();
      cluster.stop();
      await wait(OUTAGE_MS);
      const startedAt = new Date().toISOString();
      await cluster.start();
      await devices.waitForRecording();
      await devices.stop();
      const spans = await devices.readSpans();
      expect(spans[0]!.from < startedAt && spans.at(-1)!.until > startedAt).toBe(true);
      for (const [index, { from }] of spans.entries())
        if (index > 0) expect(from > spans[index - 1]!.until).toBe(true);
      expect(devices.expectCorrectRows(spans)).toBeGreaterThan(10);
    });
  },
  'postgres',
);
