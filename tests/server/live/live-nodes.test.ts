import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import { CommitNotifier } from '#server/live/commit-notifier.ts';
import type { FeedRow } from '#server/live/feed-row.ts';
import { FeedTailer } from '#server/live/tailer.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, startLiveNode, waitUntil, type LiveNode } from '#tests/support/live-node.ts';
import { addCustomer, customersReport, makeFactory } from '#tests/support/fake-backend.ts';
import type * as FakeBackendFile from '#tests/support/fake-backend.ts';

type FakeBackendModule = typeof FakeBackendFile;

/** Starts a node with its own module instances, like a separate process: no in-memory state is shared. */
async function startNode(
  connection: Connection,
  factoryId: number,
): Promise<
  LiveNode & { backendModule: FakeBackendModule; people: InstanceType<FakeBackendModule['FakeBackend']> }
> {
  vi.resetModules();
  const { attachLiveUpdates } = await import('#server/live/attach.ts');
  const backendModule = await import('#tests/support/fake-backend.ts');
  const fakeBackend = new backendModule.FakeBackend(connection);
  fakeBackend.addUser('li', { factoryId });
  const node = await startLiveNode(attachLiveUpdates, { backend: fakeBackend, connection });
  return { ...node, backendModule, people: fakeBackend };
}

describeForEachDatabase(
  'Two nodes over one database',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();
    let factoryCount = 0;

    async function setUp() {
      const [firstConnection, secondConnection] = [
        await database.open(),
        await openDatabase({ url: database.url, dataDir: database.dataDir }),
      ];
      closeCallbacks.push(() => secondConnection.close());
      const factoryId = await makeFactory(firstConnection, `NODES${factoryCount++}`);
      const firstNode = await startNode(firstConnection, factoryId);
      closeCallbacks.push(() => firstNode.close());
      const secondNode = await startNode(secondConnection, factoryId);
      closeCallbacks.push(() => secondNode.close());
      const openScreenOn = async (node: LiveNode) => {
        const openedScreen = await openScreen(node.url, 'li');
        closeCallbacks.push(openedScreen.close);
        return openedScreen;
      };
      return {
        firstConnection,
        secondConnection,
        factoryId,
        firstNode,
        secondNode,
        openScreenOn,
      };
    }

    it('see what each other commits', async () => {
      const { firstConnection, secondConnection, factoryId, firstNode, secondNode, openScreenOn } =
        await setUp();
      const [firstScreen, secondScreen] = [await openScreenOn(firstNode), await openScreenOn(secondNode)];
      for (let index = 0; index < 8; index++) {
        // The nodes take turns. The notification of each node reaches the other node.
        const [writer, connection, reader] =
          index % 2 === 0
            ? [firstNode, firstConnection, secondScreen]
            : [secondNode, secondConnection, firstScreen];
        const changeCount = reader.changed.length;
        await writer.backendModule.addCustomer(connection, factoryId, `C${index}`);
        await waitUntil('the other node heard', () => reader.changed.length > changeCount);
      }
    });

    it('show the same rows', async () => {
      const { firstConnection, factoryId, firstNode, secondNode, openScreenOn } = await setUp();
      const id = await firstNode.backendModule.addCustomer(firstConnection, factoryId, 'A');
      const screens = [await openScreenOn(firstNode), await openScreenOn(secondNode)];
      for (const openedScreen of screens)
        expect(await openedScreen.watch(customersReport.path)).toMatchObject({ ok: true });
      for (let index = 0; index < 10; index++)
        await firstNode.backendModule.renameCustomer(firstConnection, factoryId, id, `A${index}`);
      await waitUntil('both show it', () =>
        screens.every((openedScreen) => openedScreen.frames.at(-1)?.upsert[0]?.shortName === 'A9'),
      );
      expect(firstNode.people.calls.length).toBeGreaterThan(0);
      expect(secondNode.people.calls.length).toBeGreaterThan(0);
    });

    it('close the sockets of a session that ended on the other node', async () => {
      const { firstConnection, factoryId, firstNode, secondNode, openScreenOn } = await setUp();
      const otherScreen = await openScreenOn(secondNode);
      await firstNode.backendModule.runInTransaction(firstConnection, factoryId, async (tx) =>
        tx.announce('setting', 'session', null, { tokenHashes: [hashToken('li')] }),
      );
      await waitUntil('it is closed', () => otherScreen.socket.disconnected);
      expect(otherScreen.revocationCodes).toEqual(['notSignedIn']);
    });

    it('resume by themselves after the database closed their connections', async () => {
      const { firstConnection, secondConnection, factoryId, firstNode, secondNode, openScreenOn } =
        await setUp();
      const id = await firstNode.backendModule.addCustomer(firstConnection, factoryId, 'A');
      const screens = [await openScreenOn(firstNode), await openScreenOn(secondNode)];
      for (const openedScreen of screens) await openedScreen.watch(customersReport.path);
      const databaseName = new URL(database.url!).pathname.slice(1);
      const adminConnection = await openDatabase({
        url: database.url!.replace(`/${databaseName}`, '/postgres'),
        dataDir: database.dataDir,
        poolSize: 1,
      });
      closeCallbacks.push(() => adminConnection.close());
      await adminConnection.pool.query(`alter database ${databaseName} with allow_connections false`);
      await adminConnection.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [databaseName],
      );
      await wait(1500);
      await expect(
        firstNode.backendModule.renameCustomer(firstConnection, factoryId, id, 'not yet'),
      ).rejects.toThrow(/not currently accepting|terminat/);
      await adminConnection.pool.query(`alter database ${databaseName} with allow_connections true`);
      await secondNode.backendModule.renameCustomer(secondConnection, factoryId, id, 'B');
      await waitUntil(
        'both show it',
        () => screens.every((openedScreen) => openedScreen.frames.at(-1)?.upsert[0]?.shortName === 'B'),
        8000,
      );
      expect(screens.flatMap((openedScreen) => openedScreen.resets)).toEqual([]);
    });
  },
  'postgres',
);

describeForEachDatabase('A node', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  it('stops cleanly, and starts again on its database', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'AGAIN');
    const first = await startNode(connection, factoryId);
    const firstScreen = await openScreen(first.url, 'li');
    closeCallbacks.push(firstScreen.close);
    await firstScreen.watch(customersReport.path);
    await first.close();
    await waitUntil('its sockets are closed', () => firstScreen.socket.disconnected);
    const callCount = first.people.calls.length;
    await first.backendModule.addCustomer(connection, factoryId, 'A');
    await wait(300);
    expect(first.people.calls.length).toBe(callCount);

    const second = await startNode(connection, factoryId);
    closeCallbacks.push(() => second.close());
    const secondScreen = await openScreen(second.url, 'li');
    closeCallbacks.push(secondScreen.close);
    expect(await secondScreen.watch(customersReport.path)).toMatchObject({ ok: true, rows: [{ code: 'A' }] });
    await second.backendModule.addCustomer(connection, factoryId, 'B');
    await waitUntil('it is fed', () => secondScreen.frames.length === 1);
  });
});

describeForEachDatabase(
  'Notifications between nodes',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    /** Reads the feed like a node that polls only every ten minutes, so that it depends on notifications. */
    async function startListener() {
      const { db } = await database.open();
      const rows: FeedRow[] = [];
      const errorTexts: string[] = [];
      const onError = (_error: unknown, message: string) => errorTexts.push(message);
      const tailer = new FeedTailer(
        db,
        { onRow: (row) => rows.push(row), onReset: () => undefined },
        onError,
        600_000,
      );
      const notifier = new CommitNotifier(database.url!, () => tailer.wake(), onError);
      await tailer.start();
      closeCallbacks.push(() => tailer.close());
      closeCallbacks.push(() => notifier.close());
      expect(await notifier.start()).toBe(true);
      return { notifier, rows, errorTexts };
    }

    it('reach the other nodes, even if a thousand are sent', async () => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'BELL');
      const [sender, receiver] = [await startListener(), await startListener()];
      for (let index = 0; index < 20; index++) {
        await addCustomer(connection, factoryId, `B${index}`);
        for (let times = 0; times < 50; times++) sender.notifier.notifySoon();
      }
      await waitUntil('the other heard', () => receiver.rows.length === 20);
      expect([sender.errorTexts, receiver.errorTexts]).toEqual([[], []]);
    });

    it('resume by themselves after a lost connection', async () => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'LOST');
      const [sender, receiver] = [await startListener(), await startListener()];
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mes notifier' and datname = current_database()`.execute(connection.db);
      await waitUntil(
        'both noticed',
        () => sender.errorTexts.length === 1 && receiver.errorTexts.length === 1,
      );
      await addCustomer(connection, factoryId, 'A');
      const notifyInterval = setInterval(() => sender.notifier.notifySoon(), 100);
      await waitUntil('the other heard', () => receiver.rows.length === 1, 10_000);
      clearInterval(notifyInterval);
    });

    it('report a failed connection, and the node continues without them', async () => {
      const errorTexts: string[] = [];
      const url = new URL(database.url!);
      url.port = '1';
      const notifier = new CommitNotifier(
        url.href,
        () => undefined,
        (_error, message) => errorTexts.push(message),
      );
      closeCallbacks.push(() => notifier.close());
      expect(await notifier.start()).toBe(false);
      notifier.notifySoon();
      expect(errorTexts).toHaveLength(1);
    });
  },
  'postgres',
);
