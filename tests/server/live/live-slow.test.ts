import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { countUnsentBytes } from '#server/live/count-unsent-bytes.ts';
import type { LiveSocket } from '#server/live/live-socket.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, startLiveNode, waitUntil, type Screen } from '#tests/support/live-node.ts';
import {
  addCustomer,
  customersReport,
  makeFactory,
  renameCustomer,
  FakeBackend,
} from '#tests/support/fake-backend.ts';

/** Pauses or resumes the screen's reading from its socket, to simulate a slow screen. */
const setScreenReading = (screen: Screen, isReading: boolean): void => {
  const { ws } = screen.socket.io.engine.transport as unknown as {
    ws: { _socket: { pause(): void; resume(): void } };
  };
  if (isReading) ws._socket.resume();
  else ws._socket.pause();
};

describe('The data that waits for a socket', () => {
  const closeCallbacks = registerCloseCallbackList();

  it('is counted, both in the websocket and in the queue before it', async () => {
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const server = new Server(http, { transports: ['websocket'] });
    closeCallbacks.push(() => server.close());
    const connectedSocket = new Promise<LiveSocket>((resolve) =>
      server.of('/live').once('connection', (socket) => resolve(socket as unknown as LiveSocket)),
    );
    const screen = await openScreen(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'li');
    closeCallbacks.push(screen.close);
    const socket = await connectedSocket;
    expect(countUnsentBytes(socket)).toBeLessThan(100);
    setScreenReading(screen, false);
    const sendBytes = (bytes: number) => socket.emit('reset', { source: 'x'.repeat(bytes) });
    sendBytes(16_000_000);
    await wait(300);
    const unsentBytes = countUnsentBytes(socket);
    expect(unsentBytes).toBeGreaterThan(1_000_000);
    for (let index = 0; index < 20; index++) sendBytes(100_000);
    expect(countUnsentBytes(socket) - unsentBytes).toBeGreaterThan(1_900_000);
    setScreenReading(screen, true);
    await waitUntil('it has read everything', () => screen.resets.length === 21);
    expect(countUnsentBytes(socket)).toBeLessThan(100);
  });
});

describeForEachDatabase('A screen that does not keep up', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  it('must join again, and never slows down the others', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'SLOW');
    const backend = new FakeBackend(connection);
    backend.addUser('li', { factoryId });
    const node = await startLiveNode(attachLiveUpdates, { backend, connection });
    closeCallbacks.push(() => node.close());
    const id = await addCustomer(connection, factoryId, 'A');
    const [slowScreen, fastScreen] = [await openScreen(node.url, 'li'), await openScreen(node.url, 'li')];
    closeCallbacks.push(slowScreen.close, fastScreen.close);
    await slowScreen.watch(customersReport.path);
    await fastScreen.watch(customersReport.path);

    setScreenReading(slowScreen, false);
    const text = 'x'.repeat(1_500_000);
    const changeCount = 14;
    for (let index = 0; index < changeCount; index++) {
      await renameCustomer(connection, factoryId, id, `${index} ${text}`);
      // Wait only for the fast screen, because the slow one does not read at all.
      await waitUntil('the fast one has it', () => fastScreen.frames.length === index + 1, 10_000);
    }
    // The server keeps little data for the slow screen, although it sent 21 MB to the fast one.
    await wait(1100);
    setScreenReading(slowScreen, true);
    await waitUntil('it is told to start anew', () => slowScreen.resets.length > 0, 8000);
    expect(slowScreen.resets).toEqual([null]);
    expect(slowScreen.frames.length).toBeLessThan(changeCount);
    expect(slowScreen.socket.connected).toBe(true);
    const answer = await slowScreen.watch(customersReport.path);
    if (!answer.ok || !('rows' in answer)) throw new Error('no rows');
    expect(String(answer.rows[0]!.shortName).slice(0, 2)).toBe(`${changeCount - 1}`);
    const frameCount = slowScreen.frames.length;
    await renameCustomer(connection, factoryId, id, 'small again');
    await waitUntil('it is fed again', () => slowScreen.frames.length === frameCount + 1);
    await waitUntil('it is told again', () =>
      slowScreen.changed.some((message) => message.pos >= changeCount + 2),
    );
    expect(fastScreen.resets).toEqual([]);
  });
});
