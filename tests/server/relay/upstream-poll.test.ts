import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import { attachLiveUpdates } from '#server/live/attach.ts';
import type { PolledSource } from '#server/live/polling.ts';
import { computeRowsDigest } from '#server/live/rows-digest.ts';
import { UpstreamPoller } from '#server/relay/poll.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  openScreen,
  startLiveNode,
  waitUntil,
  type LiveNode,
  type Screen,
} from '#tests/support/live-node.ts';
import { customersReport, makeFactory, FakeBackend } from '#tests/support/fake-backend.ts';

const POLL_INTERVAL_MS = 200;
const REPORT_PATH = customersReport.path;

/** Adds or renames the only upstream customer. The feed is not written, so only a poll finds the change. */
const setUpstreamCustomerName = async (
  connection: Connection,
  factoryId: number,
  shortName: string,
): Promise<void> => {
  await connection.db
    .insertInto('customer')
    .values({
      factoryId,
      code: 'A',
      shortName,
      fullName: null,
      address: null,
      regionId: null,
      telephone: null,
      fax: null,
      mail: null,
      deletedAt: null,
    })
    .onConflict((on) =>
      on.columns(['factoryId', 'code']).where('deletedAt', 'is', null).doUpdateSet({ shortName }),
    )
    .execute();
};
const readCustomerName = (screen: Screen) => screen.frames.at(-1)?.upsert[0]?.shortName;

describeForEachDatabase('An upstream MES is polled', (database) => {
  const closeCallbacks = registerCloseCallbackList();
  let factoryCount = 0;

  async function setUp() {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `POLL${factoryCount++}`);
    await setUpstreamCustomerName(connection, factoryId, 'one');
    const backend = new FakeBackend(connection, 'upstream');
    backend.addUser('li', { factoryId });
    const node = await startLiveNode(attachLiveUpdates, { backend, connection, pollMs: POLL_INTERVAL_MS });
    closeCallbacks.push(() => node.close());
    return { connection, factoryId, backend, node };
  }
  const openWatchingScreen = async (node: LiveNode, token = 'li'): Promise<Screen> => {
    const screen = await openScreen(node.url, token);
    closeCallbacks.push(screen.close);
    return screen;
  };

  it('once for all screens, and only while a screen watches', async () => {
    const { backend, node } = await setUp();
    await wait(POLL_INTERVAL_MS * 3);
    expect(backend.calls).toHaveLength(0);
    const screens = await Promise.all(Array.from({ length: 20 }, () => openWatchingScreen(node)));
    const watchStartMs = performance.now();
    await Promise.all(screens.map((screen) => screen.watch(REPORT_PATH)));
    const before = backend.calls.length;
    // On a busy machine, the next poll may come before the last screen has subscribed.
    expect(before).toBeGreaterThanOrEqual(1);
    expect(before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - watchStartMs) / POLL_INTERVAL_MS));
    await wait(POLL_INTERVAL_MS * 10);
    const pollCount = backend.calls.length - before;
    expect(pollCount).toBeGreaterThanOrEqual(2);
    expect(pollCount).toBeLessThanOrEqual(11);
    for (const screen of screens) screen.close();
    await wait(POLL_INTERVAL_MS * 2);
    const after = backend.calls.length;
    await wait(POLL_INTERVAL_MS * 4);
    expect(backend.calls.length).toBe(after);
  });

  it('and the changes reach boards and screens through the feed', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    const [board, screen] = [await openWatchingScreen(node), await openWatchingScreen(node)];
    await board.watch(REPORT_PATH);
    await wait(POLL_INTERVAL_MS * 3);
    expect([board.frames, screen.changed]).toEqual([[], []]);
    const callCount = backend.calls.length;
    const began = Date.now();
    await setUpstreamCustomerName(connection, factoryId, 'two');
    await waitUntil('the frame', () => readCustomerName(board) === 'two');
    await waitUntil('the message', () => screen.changed.length === 1);
    const expectedPollCount = (Date.now() - began) / POLL_INTERVAL_MS;
    expect(screen.changed[0]).toMatchObject({ entity: 'customer', ids: null, pos: 1, by: null });
    expect(board.frames[0]).toMatchObject({ pos: 1, prev: 0 });
    // The poll has already read the rows, so the node does not request them again.
    expect(backend.calls.length - callCount).toBeLessThanOrEqual(Math.ceil(expectedPollCount) + 1);
    const feed = await connection.db
      .selectFrom('feed')
      .select(['topic', 'data'])
      .where('factoryId', '=', factoryId)
      .execute();
    expect(feed).toEqual([
      { topic: 'setting', data: { source: expect.stringContaining(REPORT_PATH) as string } },
    ]);
  });

  it('and while it is down, boards keep their rows and show the age', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    const board = await openWatchingScreen(node);
    const answer = await board.watch(REPORT_PATH);
    if (!answer.ok) throw new Error(answer.code);
    backend.failure = {
      status: 502,
      body: { success: false, flag: null, code: 'requestFailed', message: '' },
    };
    const failureTime = new Date().toISOString();
    await setUpstreamCustomerName(connection, factoryId, 'two');
    const getLastBeat = () => board.beats.at(-1)!;
    await waitUntil('a beat that is old', () => board.beats.length >= 3, 12_000);
    expect(getLastBeat().sources[answer.key]! <= failureTime).toBe(true);
    expect(Date.parse(getLastBeat().now) - Date.parse(getLastBeat().sources[answer.key]!)).toBeGreaterThan(
      3000,
    );
    expect([board.frames, board.resets, board.revocationCodes]).toEqual([[], [], []]);
    const lateScreen = await openWatchingScreen(node);
    const answerToLate = await lateScreen.watch(REPORT_PATH);
    if (!answerToLate.ok || !('rows' in answerToLate)) throw new Error('no rows');
    expect([answerToLate.rows[0]!.shortName, answerToLate.at <= failureTime]).toEqual(['one', true]);
    backend.failure = null;
    await waitUntil('the frame', () => readCustomerName(board) === 'two', 3000);
  });

  it('with the session of another user after the first session has ended', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    backend.addUser('han', { factoryId });
    const [firstScreen, secondScreen] = [
      await openWatchingScreen(node),
      await openWatchingScreen(node, 'han'),
    ];
    await firstScreen.watch(REPORT_PATH);
    await secondScreen.watch(REPORT_PATH);
    backend.usersByToken.delete('li');
    await waitUntil('the first is closed', () => firstScreen.socket.disconnected);
    await setUpstreamCustomerName(connection, factoryId, 'two');
    await waitUntil('the frame', () => readCustomerName(secondScreen) === 'two');
  });

  it('and rows that have not arrived confirm nothing', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `POLL${factoryCount++}`);
    let upstreamRows = [{ id: 1, shortName: 'one' }];
    const shownDigest = computeRowsDigest(customersReport.rowKey, upstreamRows);
    // This simulates a node that does not read the feed. The change is announced, but the source keeps its rows.
    const source: PolledSource = {
      key: `stuck ${factoryId}`,
      factory: { factoryId, factoryCode: 'POLL', factoryName: 'POLL', zone: 'UTC' },
      report: customersReport,
      watchers: new Map([['screen', null]]),
      getDigest: () => shownDigest,
    };
    const poller = new UpstreamPoller(connection.db, POLL_INTERVAL_MS, () => undefined);
    closeCallbacks.push(() => poller.close());
    let pollCount = 0;
    const queryRows = async () => {
      pollCount++;
      return { rows: upstreamRows };
    };
    poller.start({ getSources: () => [source], queryRows, onStaleSource: () => undefined });
    await waitUntil('a confirmation', () => poller.getLastConfirmedTime(source.key) !== '');
    upstreamRows = [{ id: 1, shortName: 'two' }];
    const countBefore = pollCount;
    await waitUntil('two polls of other rows', () => pollCount >= countBefore + 3);
    const confirmedAt = poller.getLastConfirmedTime(source.key);
    await waitUntil('more polls', () => pollCount >= countBefore + 6);
    expect(poller.getLastConfirmedTime(source.key)).toBe(confirmedAt);
  });

  it('for a factory that this database does not know', async () => {
    const { connection, backend, node, factoryId } = await setUp();
    // Another factory in this database already has the same code.
    const foreignFactoryId = 777_000 + factoryCount;
    backend.call = async (call) => {
      backend.calls.push(call);
      const rows = await connection.db
        .selectFrom('customer')
        .select(['id', 'shortName'])
        .where('factoryId', '=', factoryId)
        .execute();
      return { status: 200, body: { success: true, data: { rows } } };
    };
    backend.addUser('far', { factoryId: foreignFactoryId, factoryCode: `POLL${factoryCount - 1}` });
    const board = await openWatchingScreen(node, 'far');
    await board.watch(REPORT_PATH);
    await setUpstreamCustomerName(connection, factoryId, 'two');
    await waitUntil('the frame', () => readCustomerName(board) === 'two');
    const createdFactory = await connection.db
      .selectFrom('factory')
      .select('code')
      .where('id', '=', foreignFactoryId)
      .executeTakeFirst();
    expect(createdFactory?.code).toBe(`POLL${factoryCount - 1}@${foreignFactoryId}`);
    expect(await makeFactory(connection, `AFTER${factoryCount}`)).toBeGreaterThan(foreignFactoryId);
  });
});

describeForEachDatabase(
  'Of two relays over one database',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    let factoryCount = 0;

    async function setUp() {
      const firstConnection = await database.open();
      const factoryId = await makeFactory(firstConnection, `RELAYS${factoryCount++}`);
      await setUpstreamCustomerName(firstConnection, factoryId, 'one');
      const secondConnection = await openDatabase({ url: database.url, dataDir: database.dataDir });
      closeCallbacks.push(() => secondConnection.close());
      const backends = [
        new FakeBackend(firstConnection, 'upstream'),
        new FakeBackend(secondConnection, 'upstream'),
      ] as const;
      const nodes: LiveNode[] = [];
      for (const [index, connection] of [firstConnection, secondConnection].entries()) {
        backends[index]!.addUser('li', { factoryId });
        const node = await startLiveNode(attachLiveUpdates, {
          backend: backends[index]!,
          connection,
          pollMs: POLL_INTERVAL_MS,
        });
        nodes.push(node);
        closeCallbacks.push(() => node.close());
      }
      const screens = await Promise.all(nodes.map((node) => openScreen(node.url, 'li')));
      closeCallbacks.push(...screens.map((screen) => screen.close));
      return { first: firstConnection, factoryId, backends, nodes, screens };
    }

    it('one polls for both, and the other takes over when the first stops', async () => {
      const { first: firstConnection, factoryId, backends, nodes, screens } = await setUp();
      const answers = [];
      for (const screen of screens) answers.push(await screen.watch(REPORT_PATH));
      const key = answers[1]!.ok ? answers[1]!.key : '';
      await wait(POLL_INTERVAL_MS * 5);
      const callCounts = backends.map((backend) => backend.calls.length);
      await wait(POLL_INTERVAL_MS * 10);
      const pollCounts = backends.map((backend, index) => backend.calls.length - callCounts[index]!);
      expect(pollCounts.filter((pollCount) => pollCount === 0)).toHaveLength(1);
      const holderIndex = pollCounts.findIndex((pollCount) => pollCount > 0);
      const otherIndex = 1 - holderIndex;

      await setUpstreamCustomerName(firstConnection, factoryId, 'two');
      await waitUntil('both show it', () => screens.every((screen) => readCustomerName(screen) === 'two'));
      // The relay that does not poll sends the age of its rows too.
      await waitUntil('a beat', () => screens[otherIndex]!.beats.length >= 3, 12_000);
      const beat = screens[otherIndex]!.beats.at(-1)!;
      expect(Date.parse(beat.now) - Date.parse(beat.sources[key]!)).toBeLessThan(3000);

      await nodes[holderIndex]!.close();
      const before = backends[otherIndex]!.calls.length;
      await waitUntil('the other polls', () => backends[otherIndex]!.calls.length > before + 1, 8000);
      await setUpstreamCustomerName(firstConnection, factoryId, 'four');
      await waitUntil('it shows it', () => readCustomerName(screens[otherIndex]!) === 'four', 3000);
    });

    it('one whose rows differ from the polled rows is corrected', async () => {
      const { backends, screens } = await setUp();
      await screens[0]!.watch(REPORT_PATH);
      await waitUntil('the first polls', () => backends[0].calls.length > 3);
      // Between two polls of the first relay, the second relay gets other rows from the upstream.
      const callUpstream = backends[1].call.bind(backends[1]);
      let callCount = 0;
      backends[1].call = async (call) => {
        const reply = await callUpstream(call);
        if (callCount++ > 0) return reply;
        return {
          status: 200,
          body: { success: true, data: { rows: [{ id: 1, code: 'A', shortName: 'between' }] } },
        };
      };
      const answer = await screens[1]!.watch(REPORT_PATH);
      if (!answer.ok || !('rows' in answer)) throw new Error('no rows');
      expect(answer.rows[0]!.shortName).toBe('between');
      await waitUntil('it is put right', () => readCustomerName(screens[1]!) === 'one', 10_000);
      await wait(POLL_INTERVAL_MS * 5);
      expect(callCount).toBe(2);
    });
  },
  'postgres',
);
