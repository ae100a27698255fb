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
const setScreenReading = (screen: Screen, go: boolean): void => {
  const { ws } = screen.socket.io.engine.transport as unknown as {
    ws: { _socket: { pause(): void; resume(): void } };
  };
  if (go) ws._socket.resume();
  else ws._socket.pause();
};

describe('The data that waits for a socket', () => {
  const closing = registerCloseCallbackList();

  it('is counted, both in the websocket and before it', async () => {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    const server = new Server(http, { transports: ['websocket'] });
    closing.push(() => server.close());
    const connectedSocket = new Promise<LiveSocket>((done) =>
      server.of('/live').once('connection', (socket) => done(socket as unknown as LiveSocket)),
    );
    const screen = await openScreen(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'li');
    closing.push(screen.close);
    const socket = await connectedSocket;
    expect(countUnsentBytes(socket)).toBeLessThan(100);
    setScreenReading(screen, false);
    const send = (bytes: number) => socket.emit('reset', { source: 'x'.repeat(bytes) });
    send(16_000_000);
    await wait(300);
    const unsentBytes = countUnsentBytes(socket);
    expect(unsentBytes).toBeGreaterThan(1_000_000);
    for (let at = 0; at < 20; at++) send(100_000);
    expect(countUnsentBytes(socket) - unsentBytes).toBeGreaterThan(1_900_000);
    setScreenReading(screen, true);
    await waitUntil('it has read everything', () => screen.resets.length === 21);
    expect(countUnsentBytes(socket)).toBeLessThan(100);
  });
});

describeForEachDatabase('A screen that does not keep up', (database) => {
  const closing = registerCloseCallbackList();

  it('must join again, and never slows down the others', async () => {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, 'SLOW');
    const backend = new FakeBackend(connection);
    backend.addUser('li', { factoryId });
    const node = await startLiveNode(attachLiveUpdates, { backend, connection });
    closing.push(() => node.close());
    const id = await addCustomer(connection, factoryId, 'A');
    const [slow, fast] = [await openScreen(node.url, 'li'), await openScreen(node.url, 'li')];
    closing.push(slow.close, fast.close);
    await slow.watch(customersReport.path);
    await fast.watch(customersReport.path);

    setScreenReading(slow, false);
    const text = 'x'.repeat(1_500_000);
    const changeCount = 14;
    for (let at = 0; at < changeCount; at++) {
      await renameCustomer(connection, factoryId, id, `${at} ${text}`);
      // Wait only for the fast screen, because the slow one does not read at all.
      await waitUntil('the fast one has it', () => fast.frames.length === at + 1, 10_000);
    }
    // The server keeps little data for the slow screen, although it sent 21 MB to the fast one.
    await wait(1100);
    setScreenReading(slow, true);
    await waitUntil('it is told to start anew', () => slow.resets.length > 0, 8000);
    expect(slow.resets).toEqual([null]);
    expect(slow.frames.length).toBeLessThan(changeCount);
    expect(slow.socket.connected).toBe(true);
    const answer = await slow.watch(customersReport.path);
    if (!answer.ok || !('rows' in answer)) throw new Error('no rows');
    expect(String(answer.rows[0]!.shortName).slice(0, 2)).toBe(`${changeCount - 1}`);
    const known = slow.frames.length;
    await renameCustomer(connection, factoryId, id, 'small again');
    await waitUntil('it is fed again', () => slow.frames.length === known + 1);
    await waitUntil('it is told again', () => slow.changed.some((one) => one.pos >= changeCount + 2));
    expect(fast.resets).toEqual([]);
  });
});
