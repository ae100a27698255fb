import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import {
  LIVE_NAMESPACE,
  type ClientToServerEvents,
  type Frame,
  type ServerToClientEvents,
  type WatchAnswer,
  type WatchRequest,
} from '#shared/kernel/live.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { SourceHistory } from '#server/live/source-history.ts';

type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents>;

/** The key of the only source of the test server. */
export const TEST_SOURCE_KEY = '1 /mes/form/planActualToday?';

/** A small live server on a real port, controlled by the test. */
export class LiveTestServer {
  port = 0;
  /** Accepted tokens; the server refuses any other token with `refusal`. */
  tokens = new Set(['token']);
  refusal = 'notSignedIn';
  /** The error code with which `watch` fails; null if it succeeds. */
  watchRefusal: string | null = null;
  /** Whether the server leaves connection requests unanswered. */
  isUnresponsive = false;
  connections = 0;
  readonly requests: WatchRequest[] = [];
  readonly left: string[] = [];
  private http: HttpServer | null = null;
  private io: Server<ClientToServerEvents, ServerToClientEvents> | null = null;
  private run = 1;
  private pos = 0;
  private rows: ReportRow[] = [];
  private history = new SourceHistory(TEST_SOURCE_KEY, ['id'], 'run 1');

  async start(): Promise<void> {
    const http = createServer();
    const io: Server<ClientToServerEvents, ServerToClientEvents> = new Server(http, {
      transports: ['websocket'],
    });
    this.http = http;
    this.io = io;
    const live = io.of(LIVE_NAMESPACE);
    live.use((socket, next) => {
      if (this.isUnresponsive) return;
      const { token } = socket.handshake.auth as { token?: string };
      if (this.tokens.has(token ?? '')) next();
      else next(Object.assign(new Error(this.refusal), { data: { code: this.refusal } }));
    });
    live.on('connection', (socket) => this.serve(socket));
    await new Promise<void>((done) => http.listen(this.port, '127.0.0.1', done));
    this.port = (http.address() as AddressInfo).port;
  }

  /** Stops the server, closes all connections and frees the port. */
  async stop(): Promise<void> {
    const { http, io } = this;
    this.http = null;
    this.io = null;
    await io?.close();
    http?.closeAllConnections();
  }

  /** Simulates a restart: earlier positions are no longer valid. */
  simulateRestart(): void {
    this.run++;
    this.pos = 0;
    this.history = new SourceHistory(TEST_SOURCE_KEY, ['id'], `run ${this.run}`);
    this.history.take(this.rows, 0, new Date().toISOString());
  }

  /** Changes the rows. Sends the frame to the clients unless `lost` is true. @returns the frame; null if no row differs */
  change(rows: ReportRow[], lost = false): Frame | null {
    this.rows = rows;
    const frame = this.history.take(rows, ++this.pos, new Date().toISOString());
    if (frame && !lost) this.live.to(TEST_SOURCE_KEY).emit('patch', frame);
    return frame;
  }

  beat(at = new Date().toISOString(), now = at): void {
    this.live.emit('beat', { now, pos: this.pos, build: 'b', sources: { [TEST_SOURCE_KEY]: at } });
  }

  /** Notifies clients that rows of an entity changed. */
  sendChanged(entity: string): void {
    this.live.emit('changed', { topic: 'progress', entity, ids: [1], pos: ++this.pos, by: null });
  }

  reset(source: string | null): void {
    this.live.in(TEST_SOURCE_KEY).socketsLeave(TEST_SOURCE_KEY);
    this.live.emit('reset', { source });
  }

  revoke(): void {
    this.live.emit('revoked', { code: 'notSignedIn' });
    this.live.disconnectSockets(true);
  }

  /** Closes all connections without ending a session. */
  closeConnections(): void {
    for (const socket of this.live.sockets.values()) socket.conn.close(true);
  }

  private get live() {
    return this.io!.of(LIVE_NAMESPACE);
  }

  private serve(socket: LiveSocket): void {
    this.connections++;
    socket.on('watch', (request, answer) => {
      this.requests.push(request);
      answer(this.answer(socket, request));
    });
    socket.on('unwatch', ({ key }) => {
      this.left.push(key);
      void socket.leave(key);
    });
  }

  private answer(socket: LiveSocket, { run, pos }: WatchRequest): WatchAnswer {
    if (this.watchRefusal) return { ok: false, code: this.watchRefusal, message: this.watchRefusal };
    if (!this.history.filled) this.history.take(this.rows, this.pos, new Date().toISOString());
    void socket.join(TEST_SOURCE_KEY);
    const missedFrames = run !== undefined && pos !== undefined ? this.history.since(run, pos) : null;
    return {
      ok: true,
      key: TEST_SOURCE_KEY,
      ...(missedFrames ?? this.history.snapshot(new Date().toISOString())),
    };
  }
}
