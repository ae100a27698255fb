import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { CommitNotifier } from '#server/live/commit-notifier.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';

/** How many notifications are asked for while the connection is silent. */
const NOTIFICATION_COUNT = 20;

describeForEachDatabase(
  'The notification of other nodes',
  (database) => {
    const closing = registerCloseCallbackList();
    afterEach(() => void vi.restoreAllMocks());

    test('is sent one at a time, so that a dead connection collects no queue, and goes on with a new one', async () => {
      const url = new URL(database.url!);
      const proxy = await startSilentProxy(Number(url.port));
      closing.push(() => proxy.close());
      url.port = String(proxy.port);
      let heard = 0;
      const problems: string[] = [];
      const notifier = new CommitNotifier(
        url.href,
        () => (heard += 1),
        (_error, text) => problems.push(text),
      );
      closing.push(() => notifier.close());
      expect(await notifier.start()).toBe(true);

      proxy.silenceOpenConnections();
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const countSent = () => query.mock.calls.filter(([text]) => text.startsWith('notify')).length;
      let asked = 0;
      const askInterval = setInterval(() => {
        notifier.notifySoon();
        asked += 1;
      }, 50);
      closing.push(async () => clearInterval(askInterval));
      await waitUntil('many notifications were asked for', () => asked >= NOTIFICATION_COUNT, 30_000);
      expect(countSent()).toBeLessThanOrEqual(2);

      const heardCountBefore = heard;
      await waitUntil('a new connection is heard', () => heard > heardCountBefore + 1, 30_000);
      expect(problems).toContain('The connection that hears the other nodes is lost; connecting again');
    });
  },
  'postgres',
);
