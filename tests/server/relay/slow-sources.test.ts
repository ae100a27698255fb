import { expect, it } from 'vitest';
import type { PolledSource } from '#server/live/polling.ts';
import { UpstreamPoller } from '#server/relay/poll.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { customersReport, makeFactory } from '#tests/support/fake-backend.ts';

const POLL_INTERVAL_MS = 100;
const POLLS_AT_ONCE = 4;
const MAX_UNANSWERED_POLLS = 16;

describeForEachDatabase('An upstream MES that does not answer for some sources', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  /** Polls sources, and counts the polls by source. The sources whose keys are in `silentKeys` get no answer. */
  async function pollSources(keys: readonly string[], silentKeys: ReadonlySet<string>) {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `SLOW${Date.now()}`);
    const sources = keys.map((key): PolledSource => ({
      key: `${key} ${factoryId}`,
      factory: { factoryId, factoryCode: 'SLOW', factoryName: 'SLOW', zone: 'UTC' },
      report: customersReport,
      watchers: new Map([['screen', null]]),
      getDigest: () => 'shown',
    }));
    const poller = new UpstreamPoller(connection.db, POLL_INTERVAL_MS, () => undefined);
    closeCallbacks.push(() => poller.close());
    const countsByKey = new Map(keys.map((key) => [key, 0]));
    poller.start({
      getSources: () => sources,
      queryRows: ({ key: sourceKey }) => {
        const key = sourceKey.split(' ')[0]!;
        countsByKey.set(key, countsByKey.get(key)! + 1);
        return silentKeys.has(key)
          ? new Promise(() => undefined)
          : Promise.resolve({ code: 'requestFailed' });
      },
      onStaleSource: () => undefined,
    });
    return countsByKey;
  }

  it('is still polled for the other sources, also for those whose turn comes last', async () => {
    const silentKeys = new Set(Array.from({ length: POLLS_AT_ONCE + 2 }, (_, index) => `silent${index}`));
    const counts = await pollSources([...silentKeys, 'working1', 'working2'], silentKeys);
    await expect
      .poll(() => [counts.get('working1')! >= 3, counts.get('working2')! >= 3])
      .toEqual([true, true]);
    expect([...silentKeys].map((key) => counts.get(key))).toEqual([...silentKeys].map(() => 1));
  });

  it(`is not asked while ${MAX_UNANSWERED_POLLS} polls have no answer`, async () => {
    const silentKeys = new Set(
      Array.from({ length: 2 * MAX_UNANSWERED_POLLS }, (_, index) => `silent${index}`),
    );
    const counts = await pollSources([...silentKeys], silentKeys);
    const countPolls = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
    await expect.poll(countPolls).toBe(MAX_UNANSWERED_POLLS);
    await new Promise((resume) => setTimeout(resume, 5 * POLL_INTERVAL_MS));
    expect(countPolls()).toBe(MAX_UNANSWERED_POLLS);
  });
});
