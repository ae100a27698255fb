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
  options: { backend: Backend; connection: Connection; pollMs?: number; shouldRecordBoards?: boolean },
): Promise<LiveNode> {
  const httpServer = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const { backend, connection, pollMs, shouldRecordBoards = false } = options;
  const poll =
    backend.kind === 'upstream' ? new UpstreamPoller<Source>(connection.db, pollMs, () => undefined) : null;
  const live = await attach({
    http: httpServer,
    backend,
    connection,
    poller: poll,
    proxyCount: 0,
    build: 'test',
    recordsBoards: shouldRecordBoards,
  });
  return {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    live,
    close: async () => {
      await live.close();
      httpServer.closeAllConnections();
      await new Promise((resolve) => httpServer.close(resolve));
    },
  };
}

/**
 * A screen: a socket, and the messages that the socket has received. `resets` holds the sources of the reset messages.
 * `revocationCodes` holds the error codes with which the server ended the session.
 */
export interface Screen {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  changed: ChangeMessage[];
  frames: Frame[];
  beats: Heartbeat[];
  resets: (string | null)[];
  revocationCodes: string[];
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
    revocationCodes: [],
    watch: (source, params = {}, since) =>
      new Promise((resolve) =>
        socket.emit('watch', { source, params, ...since }, (answer) => resolve(answer)),
      ),
    close: () => socket.disconnect(),
  };
  socket.on('changed', (message) => screen.changed.push(message));
  socket.on('patch', (frame) => screen.frames.push(frame));
  socket.on('beat', (beat) => screen.beats.push(beat));
  socket.on('reset', ({ source }) => screen.resets.push(source));
  socket.on('revoked', ({ code }) => screen.revocationCodes.push(code));
  if (waitForConnect) {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('connect_error', reject);
    });
  }
  return screen;
}

/** Waits until a condition holds. @throws Error if it does not hold within `timeoutMs` */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 5000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${description}`);
    await wait(5);
  }
}
