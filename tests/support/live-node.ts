import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  LIVE_NAMESPACE,
  type Heartbeat,
  type ChangeMessage,
  type ClientToServerEvents,
  type Frame,
  type ServerToClientEvents,
  type WatchAnswer,
} from '#shared/kernel/live.ts';
import type { attachLiveUpdates, LiveUpdates } from '#server/live/attach.ts';
import type { Source } from '#server/live/source.ts';
import { UpstreamPoller } from '#server/relay/poll.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Backend } from '#server/call/backend.ts';

/** A node that runs only the live module and, for an upstream backend, the poller. */
export interface LiveNode {
  url: string;
  live: LiveUpdates;
  close: () => Promise<void>;
}

/**
 * Starts the live module on a free port.
 * @param attach `attachLiveUpdates` of the node's own module instance
 */
export async function startLiveNode(
  attach: typeof attachLiveUpdates,
  options: { backend: Backend; connection: Connection; pollMs?: number },
): Promise<LiveNode> {
  const http = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { backend, connection, pollMs } = options;
  const poll =
    backend.kind === 'upstream' ? new UpstreamPoller<Source>(connection.db, pollMs, () => undefined) : null;
  const live = await attach({ http, backend, connection, poll, proxies: 0, build: 'test' });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    live,
    close: async () => {
      await live.close();
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}

/**
 * A screen: a socket, and the messages that the socket has received. `resets` holds the sources of the reset messages.
 * `revoked` holds the error codes with which the server ended the session.
 */
export interface Screen {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  changed: ChangeMessage[];
  frames: Frame[];
  beats: Heartbeat[];
  resets: (string | null)[];
  revoked: string[];
  watch: (
    source: string,
    params?: Record<string, string>,
    since?: { run: string; pos: number },
  ) => Promise<WatchAnswer>;
  close: () => void;
}

/** Connects a screen. @throws the error if the server refuses the connection, unless `waitForConnect` is false */
export async function openScreen(url: string, token: string, waitForConnect = true): Promise<Screen> {
  const socket: Screen['socket'] = io(`${url}${LIVE_NAMESPACE}`, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  const screen: Screen = {
    socket,
    changed: [],
    frames: [],
    beats: [],
    resets: [],
    revoked: [],
    watch: (source, params = {}, since) =>
      new Promise((done) => socket.emit('watch', { source, params, ...since }, (answer) => done(answer))),
    close: () => socket.disconnect(),
  };
  socket.on('changed', (message) => screen.changed.push(message));
  socket.on('patch', (frame) => screen.frames.push(frame));
  socket.on('beat', (beat) => screen.beats.push(beat));
  socket.on('reset', ({ source }) => screen.resets.push(source));
  socket.on('revoked', ({ code }) => screen.revoked.push(code));
  if (waitForConnect) {
    await new Promise<void>((done, failed) => {
      socket.once('connect', () => done());
      socket.once('connect_error', failed);
    });
  }
  return screen;
}

/** Waits until a condition holds. @throws if it does not hold within `ms` milliseconds */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 5000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await wait(5);
  }
}
