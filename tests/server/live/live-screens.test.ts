import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  openScreen,
  startLiveNode,
  waitUntil,
  type LiveNode,
  type Screen,
} from '#tests/support/live-node.ts';
import {
  addCustomer,
  customersReport,
  runInTransaction,
  makeFactory,
  renameCustomer,
  FakeBackend,
} from '#tests/support/fake-backend.ts';

describeForEachDatabase('A live node', (database) => {
  const closeCallbacks = registerCloseCallbackList();
  let factoryCount = 0;

  async function setUp() {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `SCREEN${factoryCount++}`);
    const backend = new FakeBackend(connection);
    backend.addUser('li', { factoryId });
    const node = await startLiveNode(attachLiveUpdates, { backend, connection });
    closeCallbacks.push(() => node.close());
    return { connection, factoryId, backend, node };
  }
  const openWatchingScreen = async (node: LiveNode, token: string): Promise<Screen> => {
    const screen = await openScreen(node.url, token);
    closeCallbacks.push(screen.close);
    return screen;
  };

  it('sends the first change at once, and groups the next changes', async () => {
    const { connection, factoryId, node } = await setUp();
    const screen = await openWatchingScreen(node, 'li');
    const firstId = await addCustomer(connection, factoryId, 'A');
    await waitUntil('the first', () => screen.changed.length === 1);
    expect(screen.changed[0]).toEqual({
      topic: 'setting',
      entity: 'customer',
      ids: [firstId],
      pos: 1,
      by: 'Li Lei',
    });
    const began = performance.now();
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) ids.push(await addCustomer(connection, factoryId, `B${index}`));
    await waitUntil('the rest', () => screen.changed.at(-1)?.pos === 6);
    expect(screen.changed.length - 1).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 250));
    expect(screen.changed.slice(1).flatMap((message) => message.ids)).toEqual(ids);
  });

  it('never sends the data of a row', async () => {
    const { connection, factoryId, node } = await setUp();
    const screen = await openWatchingScreen(node, 'li');
    await runInTransaction(connection, factoryId, async (tx) =>
      tx.announce('setting', 'role', null, { secret: 'no' }),
    );
    await waitUntil('the message', () => screen.changed.length === 1);
    expect(screen.changed).toEqual([{ topic: 'setting', entity: 'role', ids: null, pos: 1, by: 'Li Lei' }]);
  });

  it('sends every andon change separately', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    backend.addUser('wang', { factoryId, permissions: ['TASK_REPORT'] });
    const screen = await openWatchingScreen(node, 'wang');
    for (let index = 0; index < 10; index++) {
      await runInTransaction(connection, factoryId, async (tx) =>
        tx.announce('andon', 'workReport', [index]),
      );
    }
    const customerId = await addCustomer(connection, factoryId, 'LAST');
    await waitUntil('all of them', () => screen.changed.length === 11);
    expect(screen.changed.map((message) => message.ids)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => [index]),
      [customerId],
    ]);
  });

  it('sends changes to no other factory and no customer, and never sends sessions', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    const otherFactoryId = await makeFactory(connection, `ELSE${factoryCount}`);
    backend.addUser('far', { factoryId: otherFactoryId });
    backend.addUser('acme', { factoryId, kind: 'customer' });
    const [liScreen, farScreen, acmeScreen] = [
      await openWatchingScreen(node, 'li'),
      await openWatchingScreen(node, 'far'),
      await openWatchingScreen(node, 'acme'),
    ];
    await runInTransaction(connection, factoryId, async (tx) => {
      tx.announce('setting', 'session', null, { tokenHashes: [hashToken('nobody')] });
      tx.announce('setting', 'customer', [1]);
    });
    await waitUntil('the customer', () => liScreen.changed.length === 1);
    await wait(400);
    expect(liScreen.changed.map((message) => message.entity)).toEqual(['customer']);
    expect([farScreen.changed, acmeScreen.changed]).toEqual([[], []]);
  });

  it('closes the sockets of a session at once when the session ends, and no others', async () => {
    const { backend, factoryId, node } = await setUp();
    backend.addUser('han', { factoryId });
    const [firstScreen, secondScreen, otherScreen] = [
      await openWatchingScreen(node, 'li'),
      await openWatchingScreen(node, 'li'),
      await openWatchingScreen(node, 'han'),
    ];
    node.live.revoke(hashToken('li'));
    await waitUntil(
      'both are closed',
      () => firstScreen.socket.disconnected && secondScreen.socket.disconnected,
    );
    expect([firstScreen.revocationCodes, secondScreen.revocationCodes]).toEqual([
      ['notSignedIn'],
      ['notSignedIn'],
    ]);
    expect(otherScreen.socket.connected).toBe(true);
  });

  it('closes sockets also when another node ends the session', async () => {
    const { connection, factoryId, node } = await setUp();
    const screen = await openWatchingScreen(node, 'li');
    await runInTransaction(connection, factoryId, async (tx) =>
      tx.announce('setting', 'session', null, { tokenHashes: [hashToken('han'), hashToken('li')] }),
    );
    await waitUntil('it is closed', () => screen.socket.disconnected);
    expect(screen.revocationCodes).toEqual(['notSignedIn']);
  });

  it('closes a socket whose session ends while it connects', async () => {
    const { backend, node } = await setUp();
    const person = backend.usersByToken.get('li')!;
    let hasEnded = false;
    backend.loadUser = async () => {
      // The session ends after the node has looked it up, but before the node uses the result.
      node.live.revoke(hashToken('li'));
      hasEnded = true;
      return person;
    };
    const screen = await openScreen(node.url, 'li', false);
    closeCallbacks.push(screen.close);
    await waitUntil('it was closed', () => hasEnded && screen.revocationCodes.length === 1);
    await waitUntil('it is gone', () => screen.socket.disconnected);
  });

  it('removes a source from a user who lost the permission, and from nobody else', async () => {
    const { connection, factoryId, backend, node } = await setUp();
    backend.addUser('han', { factoryId });
    const id = await addCustomer(connection, factoryId, 'A');
    const [li, han] = [await openWatchingScreen(node, 'li'), await openWatchingScreen(node, 'han')];
    const answer = await li.watch(customersReport.path);
    await han.watch(customersReport.path);
    backend.addUser('li', { ...backend.usersByToken.get('li')!, permissions: [] });
    await runInTransaction(connection, factoryId, async (tx) => tx.announce('setting', 'role', [7]));
    await waitUntil('the reset', () => li.resets.length === 1);
    expect(li.resets).toEqual([answer.ok && answer.key]);
    await renameCustomer(connection, factoryId, id, 'B');
    await waitUntil('the frame', () => han.frames.length === 1);
    expect(li.frames).toEqual([]);
    expect(li.socket.connected).toBe(true);
    expect(await li.watch(customersReport.path)).toMatchObject({ ok: false, code: 'noPermission' });
  });

  it('makes screens join again when the database was restored', async () => {
    const { connection, factoryId, node } = await setUp();
    await addCustomer(connection, factoryId, 'A');
    const screen = await openWatchingScreen(node, 'li');
    const before = await screen.watch(customersReport.path);
    await sql`update feed_meta set epoch = gen_random_uuid()::text`.execute(connection.db);
    await waitUntil('the reset', () => screen.resets.length === 1);
    expect(screen.resets).toEqual([null]);
    const since =
      before.ok && 'run' in before && 'pos' in before ? { run: before.run, pos: before.pos } : undefined;
    const after = await screen.watch(customersReport.path, {}, since);
    if (!after.ok || !before.ok || !('rows' in after)) throw new Error('no rows');
    expect(after.run).not.toBe(before.run);
    await addCustomer(connection, factoryId, 'B');
    await waitUntil('the frame', () => screen.frames.length === 1);
    expect(screen.frames[0]).toMatchObject({ run: after.run, prev: after.pos });
  });

  it('closes a socket after an oversized message, and refuses other namespaces and polling', async () => {
    const { node } = await setUp();
    const screen = await openWatchingScreen(node, 'li');
    screen.socket.emit('unwatch', { key: 'x'.repeat(20_000) });
    await waitUntil('it is closed', () => screen.socket.disconnected);
    const { io } = await import('socket.io-client');
    const bareSocket = io(node.url, {
      transports: ['websocket'],
      auth: { token: 'li' },
      reconnection: false,
    });
    const errorMessage = await new Promise((resolve) =>
      bareSocket.once('connect_error', (error) => resolve(error.message)),
    );
    expect(errorMessage).toBe('notFound');
    bareSocket.close();
    const pollingResponse = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`);
    expect(pollingResponse.status).toBe(400);
  });
});
