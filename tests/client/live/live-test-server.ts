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
  /** Accepted tokens; the server refuses any other token with the error `refusalCode`. */
  tokens = new Set(['token']);
  refusalCode = 'notSignedIn';
  /** The error code with which `watch` fails; null if it succeeds. */
  watchRefusalCode: string | null = null;
  /** Whether the server leaves connection requests unanswered. */
  isUnresponsive = false;
  /** What a paired screen should show. */
  expectedContent = '';
  connectionCount = 0;
  readonly requests: WatchRequest[] = [];
  readonly leftSourceKeys: string[] = [];
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
    const liveNamespace = io.of(LIVE_NAMESPACE);
    liveNamespace.use((socket, next) => {
      if (this.isUnresponsive) return;
      const { token } = socket.handshake.auth as { token?: string };
      if (this.tokens.has(token ?? '')) next();
      else next(Object.assign(new Error(this.refusalCode), { data: { code: this.refusalCode } }));
    });
    liveNamespace.on('connection', (socket) => this.serve(socket));
    await new Promise<void>((resolve) => http.listen(this.port, '127.0.0.1', resolve));
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
    this.history.storeRows(this.rows, 0, new Date().toISOString());
  }

  /** Changes the rows and sends the frame unless `isLost`. @returns the frame; null if no row differs */
  change(rows: ReportRow[], isLost = false): Frame | null {
    this.rows = rows;
    const frame = this.history.storeRows(rows, ++this.pos, new Date().toISOString());
    if (frame && !isLost) this.live.to(TEST_SOURCE_KEY).emit('patch', frame);
    return frame;
  }

  sendBeat(confirmedAt = new Date().toISOString(), now = confirmedAt): void {
    this.live.emit('beat', { now, pos: this.pos, build: 'b', sources: { [TEST_SOURCE_KEY]: confirmedAt } });
  }

  /** Notifies clients that rows of an entity changed. */
  sendChanged(entity: string): void {
    this.live.emit('changed', { topic: 'progress', entity, ids: [1], pos: ++this.pos, by: null });
  }

  sendReset(source: string | null): void {
    this.live.in(TEST_SOURCE_KEY).socketsLeave(TEST_SOURCE_KEY);
    this.live.emit('reset', { source });
  }

  revokeSessions(): void {
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
    this.connectionCount++;
    socket.on('watch', (request, sendAnswer) => {
      this.requests.push(request);
      sendAnswer(this.answerWatchRequest(socket, request));
    });
    socket.on('present', (_report, sendAnswer) => sendAnswer(this.expectedContent));
    socket.on('unwatch', ({ key }) => {
      this.leftSourceKeys.push(key);
      void socket.leave(key);
    });
  }

  private answerWatchRequest(socket: LiveSocket, { run, pos }: WatchRequest): WatchAnswer {
    if (this.watchRefusalCode)
      return { ok: false, code: this.watchRefusalCode, message: this.watchRefusalCode };
    if (!this.history.hasRows) this.history.storeRows(this.rows, this.pos, new Date().toISOString());
    void socket.join(TEST_SOURCE_KEY);
    const missedFrames =
      run !== undefined && pos !== undefined ? this.history.findMissedFrames(run, pos) : null;
    return {
      ok: true,
      key: TEST_SOURCE_KEY,
      ...(missedFrames ?? this.history.makeSnapshot(new Date().toISOString())),
    };
  }
}
