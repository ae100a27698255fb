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
  LiveNode & { backend: FakeBackendModule; people: InstanceType<FakeBackendModule['FakeBackend']> }
> {
  vi.resetModules();
  const { attachLiveUpdates } = await import('#server/live/attach.ts');
  const backend = await import('#tests/support/fake-backend.ts');
  const fakeBackend = new backend.FakeBackend(connection);
  fakeBackend.addUser('li', { factoryId });
  const node = await startLiveNode(attachLiveUpdates, { backend: fakeBackend, connection });
  return { ...node, backend, people: fakeBackend };
}

describeForEachDatabase(
  'Two nodes over one database',
  (database) => {
    const closing = registerCloseCallbackList();
    let count = 0;

    async function setUp() {
      const [first, second] = [
        await database.open(),
        await openDatabase({ url: database.url, dataDir: database.dataDir }),
      ];
      closing.push(() => second.close());
      const factoryId = await makeFactory(first, `NODES${count++}`);
      const one = await startNode(first, factoryId);
      closing.push(() => one.close());
      const two = await startNode(second, factoryId);
      closing.push(() => two.close());
      const screen = async (node: LiveNode) => {
        const opened = await openScreen(node.url, 'li');
        closing.push(opened.close);
        return opened;
      };
      return { first, second, factoryId, one, two, screen };
    }

    it('see what each other commits', async () => {
      const { first, second, factoryId, one, two, screen } = await setUp();
      const [firstScreen, secondScreen] = [await screen(one), await screen(two)];
      for (let at = 0; at < 8; at++) {
        // The nodes take turns: each one is notified of the other's change.
        const [writer, connection, reader] =
          at % 2 === 0 ? [one, first, secondScreen] : [two, second, firstScreen];
        const changeCount = reader.changed.length;
        await writer.backend.addCustomer(connection, factoryId, `C${at}`);
        await waitUntil('the other node heard', () => reader.changed.length > changeCount);
      }
    });

    it('show the same picture', async () => {
      const { first, factoryId, one, two, screen } = await setUp();
      const id = await one.backend.addCustomer(first, factoryId, 'A');
      const screens = [await screen(one), await screen(two)];
      for (const each of screens) expect(await each.watch(customersReport.path)).toMatchObject({ ok: true });
      for (let at = 0; at < 10; at++) await one.backend.renameCustomer(first, factoryId, id, `A${at}`);
      await waitUntil('both show it', () =>
        screens.every((each) => each.frames.at(-1)?.upsert[0]?.shortName === 'A9'),
      );
      expect(one.people.calls.length).toBeGreaterThan(0);
      expect(two.people.calls.length).toBeGreaterThan(0);
    });

    it('close the sockets of a session that ended on the other', async () => {
      const { first, factoryId, one, two, screen } = await setUp();
      const otherScreen = await screen(two);
      await one.backend.runInTransaction(first, factoryId, async (work) =>
        work.announce('setting', 'session', null, { tokenHashes: [hashToken('li')] }),
      );
      await waitUntil('it is closed', () => otherScreen.socket.disconnected);
      expect(otherScreen.revoked).toEqual(['notSignedIn']);
    });

    it('go on by themselves after the database threw them out', async () => {
      const { first, second, factoryId, one, two, screen } = await setUp();
      const id = await one.backend.addCustomer(first, factoryId, 'A');
      const screens = [await screen(one), await screen(two)];
      for (const each of screens) await each.watch(customersReport.path);
      const name = new URL(database.url!).pathname.slice(1);
      const admin = await openDatabase({
        url: database.url!.replace(`/${name}`, '/postgres'),
        dataDir: database.dataDir,
        poolSize: 1,
      });
      closing.push(() => admin.close());
      await admin.pool.query(`alter database ${name} with allow_connections false`);
      await admin.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        name,
      ]);
      await wait(1500);
      await expect(one.backend.renameCustomer(first, factoryId, id, 'not yet')).rejects.toThrow(
        /not currently accepting|terminat/,
      );
      await admin.pool.query(`alter database ${name} with allow_connections true`);
      await two.backend.renameCustomer(second, factoryId, id, 'B');
      await waitUntil(
        'both show it',
        () => screens.every((each) => each.frames.at(-1)?.upsert[0]?.shortName === 'B'),
        8000,
      );
      expect(screens.flatMap((each) => each.resets)).toEqual([]);
    });
  },
  'postgres',
);

describeForEachDatabase('A node', (database) => {
  const closing = registerCloseCallbackList();

  it('stops cleanly, and starts again on its database', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'AGAIN');
    const first = await startNode(connection, factoryId);
    const before = await openScreen(first.url, 'li');
    closing.push(before.close);
    await before.watch(customersReport.path);
    await first.close();
    await waitUntil('its sockets are closed', () => before.socket.disconnected);
    const callCount = first.people.calls.length;
    await first.backend.addCustomer(connection, factoryId, 'A');
    await wait(300);
    expect(first.people.calls.length).toBe(callCount);

    const second = await startNode(connection, factoryId);
    closing.push(() => second.close());
    const after = await openScreen(second.url, 'li');
    closing.push(after.close);
    expect(await after.watch(customersReport.path)).toMatchObject({ ok: true, rows: [{ code: 'A' }] });
    await second.backend.addCustomer(connection, factoryId, 'B');
    await waitUntil('it is fed', () => after.frames.length === 1);
  });
});

describeForEachDatabase(
  'Notifications between nodes',
  (database) => {
    const closing = registerCloseCallbackList();

    /** Reads the feed like a node that depends on notifications: it polls only every ten minutes. */
    async function listen() {
      const { db } = await database.open();
      const rows: FeedRow[] = [];
      const errorTexts: string[] = [];
      const onError = (_error: unknown, what: string) => errorTexts.push(what);
      const tailer = new FeedTailer(
        db,
        { row: (row) => rows.push(row), reset: () => undefined },
        onError,
        600_000,
      );
      const notifier = new CommitNotifier(database.url!, () => tailer.wake(), onError);
      await tailer.start();
      closing.push(() => tailer.close());
      closing.push(() => notifier.close());
      expect(await notifier.start()).toBe(true);
      return { notifier, rows, errorTexts };
    }

    it('reach the other nodes, also when a thousand are sent', async () => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'BELL');
      const [ringingNode, hearingNode] = [await listen(), await listen()];
      for (let at = 0; at < 20; at++) {
        await addCustomer(connection, factoryId, `B${at}`);
        for (let times = 0; times < 50; times++) ringingNode.notifier.notifySoon();
      }
      await waitUntil('the other heard', () => hearingNode.rows.length === 20);
      expect([ringingNode.errorTexts, hearingNode.errorTexts]).toEqual([[], []]);
    });

    it('resume by themselves after a lost connection', async () => {
      const connection = await database.open();
      const factoryId = await makeFactory(connection, 'LOST');
      const [ringingNode, hearingNode] = [await listen(), await listen()];
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mes notifier' and datname = current_database()`.execute(connection.db);
      await waitUntil(
        'both noticed',
        () => ringingNode.errorTexts.length === 1 && hearingNode.errorTexts.length === 1,
      );
      await addCustomer(connection, factoryId, 'A');
      const ringInterval = setInterval(() => ringingNode.notifier.notifySoon(), 100);
      await waitUntil('the other heard', () => hearingNode.rows.length === 1, 10_000);
      clearInterval(ringInterval);
    });

    it('report a failed connection, and the node continues without them', async () => {
      const errorTexts: string[] = [];
      const url = new URL(database.url!);
      url.port = '1';
      const notifier = new CommitNotifier(
        url.href,
        () => undefined,
        (_error, what) => errorTexts.push(what),
      );
      closing.push(() => notifier.close());
      expect(await notifier.start()).toBe(false);
      notifier.notifySoon();
      expect(errorTexts).toHaveLength(1);
    });
  },
  'postgres',
);
