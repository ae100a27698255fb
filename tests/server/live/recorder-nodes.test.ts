import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { addCustomer, customersReport, FakeBackend, makeFactory } from '#tests/support/fake-backend.ts';
import { startLiveNode, waitUntil } from '#tests/support/live-node.ts';

const RECORDING_TIMEOUT_MS = 30_000;
/** Long enough for two requests of a lease, in milliseconds. */
const TWO_LEASE_REQUESTS_MS = 11_000;

describeForEachDatabase('Several nodes that record boards', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  it('load and compute the sources of a factory only while they hold its lease', async () => {
    const connection = await database.open();
    const factoryIds = [await makeFactory(connection, 'RECN1'), await makeFactory(connection, 'RECN2')];
    for (const factoryId of factoryIds) await addCustomer(connection, factoryId, 'A');
    const startNode = async () => {
      const backend = new FakeBackend(connection);
      backend.recordedFactories = factoryIds.map((factoryId) => ({
        ...{ factoryId, factoryCode: '', factoryName: '', zone: 'Asia/Shanghai' },
      }));
      backend.recordedSources = [{ path: customersReport.path, params: {} }];
      const node = await startLiveNode(attachLiveUpdates, { backend, connection, shouldRecordBoards: true });
      closeCallbacks.push(() => node.close());
      return { backend, close: node.close };
    };
    const countRecordings = async () =>
      (
        await sql<{ count: number }>`select count(*) as count from board_recording
          where factory_id = any(${factoryIds}::bigint[])`.execute(connection.db)
      ).rows[0]!.count;
    const holder = await startNode();
    await waitUntil(
      'both factories are recorded',
      async () => (await countRecordings()) === 2,
      RECORDING_TIMEOUT_MS,
    );
    const otherNode = await startNode();
    await wait(TWO_LEASE_REQUESTS_MS);
    expect(holder.backend.recordedSourcesReadCount).toBe(2);
    expect(holder.backend.calls).toHaveLength(2);
    expect(otherNode.backend.recordedSourcesReadCount).toBe(0);
    expect(otherNode.backend.calls).toEqual([]);
    await holder.close();
    await waitUntil(
      'the other node records',
      async () => (await countRecordings()) === 4,
      RECORDING_TIMEOUT_MS,
    );
    expect(otherNode.backend.recordedSourcesReadCount).toBe(2);
    expect(otherNode.backend.calls).toHaveLength(2);
  });
});
