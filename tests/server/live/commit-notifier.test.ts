import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { CommitNotifier } from '#server/live/commit-notifier.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';

/** The number of notifications that the test requests while the connection is silent. */
const NOTIFICATION_COUNT = 20;

describeForEachDatabase(
  'The notifications to other nodes',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();
    afterEach(() => void vi.restoreAllMocks());

    test('are sent one at a time, so that no queue builds up on a dead connection, and continue on a new one', async () => {
      const url = new URL(database.url!);
      const proxy = await startSilentProxy(Number(url.port));
      closeCallbacks.push(() => proxy.close());
      url.port = String(proxy.port);
      let heardCount = 0;
      const errorTexts: string[] = [];
      const notifier = new CommitNotifier(
        url.href,
        () => (heardCount += 1),
        (_error, text) => errorTexts.push(text),
      );
      closeCallbacks.push(() => notifier.close());
      expect(await notifier.start()).toBe(true);

      proxy.silenceOpenConnections();
      const querySpy = vi.spyOn(pg.Client.prototype, 'query');
      const countNotifyQueries = () =>
        querySpy.mock.calls.filter(([text]) => text.startsWith('notify')).length;
      let requestCount = 0;
      const requestTimer = setInterval(() => {
        notifier.notifySoon();
        requestCount += 1;
      }, 50);
      closeCallbacks.push(async () => clearInterval(requestTimer));
      await waitUntil('many notifications were asked for', () => requestCount >= NOTIFICATION_COUNT, 30_000);
      expect(countNotifyQueries()).toBeLessThanOrEqual(2);

      const heardCountBefore = heardCount;
      await waitUntil('a new connection is heard', () => heardCount > heardCountBefore + 1, 30_000);
      expect(errorTexts).toContain('The connection that hears the other nodes is lost; connecting again');
    });

    test('are probed again on a new connection, because it may not let them through', async () => {
      const errorTexts: string[] = [];
      const notifier = new CommitNotifier(
        database.url!,
        () => undefined,
        (_error, text) => errorTexts.push(text),
      );
      closeCallbacks.push(() => notifier.close());
      expect(await notifier.start()).toBe(true);

      // From now on, `listen` has no effect, as on a connection through a pooling proxy.
      const originalQuery = pg.Client.prototype.query as (...input: unknown[]) => unknown;
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...input: unknown[]
      ) {
        const isListenStatement = typeof input[0] === 'string' && input[0].startsWith('listen');
        return originalQuery.apply(this, isListenStatement ? ['select 1'] : input);
      } as never);
      const admin = new pg.Client({ connectionString: database.url! });
      await admin.connect();
      closeCallbacks.push(() => admin.end());
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mes notifier' and datname = current_database()`);
      await waitUntil('the new connection is probed', () => errorTexts.length === 2, 30_000);
      expect(errorTexts[1]).toContain('Notifications do not come through');
    });
  },
  'postgres',
);
