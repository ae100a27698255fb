import { io, type Socket } from 'socket.io-client';
import {
  HEARTBEAT_INTERVAL_MS,
  LIVE_NAMESPACE,
  type Heartbeat,
  type ChangeMessage,
  type ClientToServerEvents,
  type Frame,
  type PresenceReport,
  type ScreenCommand,
  type ServerToClientEvents,
  type WatchAnswer,
  type WatchRequest,
} from '#shared/kernel/live.ts';
import { createStore, type Store } from '../state/create-store.ts';
import { getRetryDelay } from './retry.ts';

/**
 * The state of the connection. It is `down` if there is no connection and the last message came more
 * than 10 s ago.
 */
export interface LiveState {
  readonly state: 'live' | 'connecting' | 'down';
  /** When the state began; for a lost connection, when the last message came. ISO 8601, server's clock. */
  readonly since: string;
}

/** Receives the events of the link. */
export interface LiveLinkListener {
  changed: (changed: ChangeMessage) => void;
  patch: (frame: Frame) => void;
  beat: (beat: Heartbeat) => void;
  reset: (source: string | null) => void;
  /** Called when the server has accepted the connection. All sources must then be joined. */
  connected: () => void;
  disconnected: () => void;
  /** Called with the commands for a paired screen. */
  screen?: (command: ScreenCommand) => void;
  /** Called when the session has ended and the link is closed. */
  revoked: (code: string) => void;
}

/** If there is no connection and the last message is older than this, the state is `down`. */
const DOWN_AFTER_MS = 10_000;
/** After this time without a message, a connection counts as dead, even if the socket does not report it. */
const MAX_SILENCE_MS = 2 * HEARTBEAT_INTERVAL_MS + 1000;
const SOCKET_OPEN_TIMEOUT_MS = 8000;
const ANSWER_TIMEOUT_MS = 10_000;
const CONNECTION_CHECK_INTERVAL_MS = 1000;
/** If a timer fires this much too late, the machine was asleep. */
const SLEEP_DETECTION_MS = 5000;

/**
 * The page's single connection for live messages. The link reconnects by itself after a failure. When the
 * machine wakes, the network returns or the page becomes visible, the link replaces a lost connection at
 * once.
 */
export class LiveLink {
  private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  private readonly listener: LiveLinkListener;
  private readonly stateStore: Store<LiveState>;
  private token: string | null = null;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private ticking: ReturnType<typeof setInterval> | null = null;
  private failures = 0;
  private connectingSince = 0;
  private lastMessageAt = Date.now();
  private lastTickAt = Date.now();
  private clockOffset: number | null = null;

  /**
   * @param url the URL of the server; '' for the page's own origin
   * @param lang returns the language for the server's messages
   */
  constructor(url: string, lang: () => string, listener: LiveLinkListener) {
    this.listener = listener;
    this.stateStore = createStore<LiveState>({
      state: 'connecting',
      since: new Date(this.lastMessageAt).toISOString(),
    });
    this.subscribe = this.stateStore.subscribe;
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(`${url}${LIVE_NAMESPACE}`, {
      transports: ['websocket'],
      autoConnect: false,
      // The library does not handle sleep, silence and refusals, so this class reconnects itself.
      reconnection: false,
      timeout: SOCKET_OPEN_TIMEOUT_MS,
      auth: (respond) => respond({ token: this.token ?? '', lang: lang() }),
    });
    this.socket = socket;
    socket.onAny(() => this.noteMessage());
    socket.on('connect', () => this.connected());
    socket.on('disconnect', () => this.onDisconnect());
    socket.on('connect_error', (error) => this.refused((error as { data?: { code?: unknown } }).data?.code));
    socket.on('changed', listener.changed);
    socket.on('patch', (frame) => {
      this.guessClock(frame.at);
      listener.patch(frame);
    });
    socket.on('beat', (beat) => this.beat(beat));
    socket.on('reset', ({ source }) => listener.reset(source));
    socket.on('screen', (command) => listener.screen?.(command));
    socket.on('revoked', ({ code }) => this.endSession(code));
  }

  get state(): LiveState {
    return this.stateStore.get();
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  /** Returns the current time by the server's clock, in milliseconds. */
  now(): number {
    return Date.now() + (this.clockOffset ?? 0);
  }

  readonly subscribe: Store<LiveState>['subscribe'];

  /** Connects with a session token; null disconnects. A call with the current token has no effect. */
  connectAs(token: string | null): void {
    if (token === this.token) return;
    this.close();
    this.token = token;
    if (token !== null) this.open();
  }

  /**
   * Reconnects at once, unless the connection works or its opening has just begun. Called when the
   * network returns, for example.
   */
  readonly nudge = (): void => {
    if (this.token === null) return;
    const silence = Date.now() - this.lastMessageAt;
    if (this.socket.connected) {
      if (silence > HEARTBEAT_INTERVAL_MS + CONNECTION_CHECK_INTERVAL_MS) this.reconnect();
    } else if (
      this.connectingSince === 0 ||
      Date.now() - this.connectingSince > 2 * CONNECTION_CHECK_INTERVAL_MS
    )
      this.reconnect();
  };

  /**
   * Joins a source. Must be called only while connected: otherwise the library would keep the
   * request for a later connection.
   * @param done receives the answer, before any later frame; null if no answer came
   */
  watch(request: WatchRequest, done: (answer: WatchAnswer | null) => void): void {
    this.socket.timeout(ANSWER_TIMEOUT_MS).emit('watch', request, (error, answer) => {
      if (!error && 'at' in answer) this.guessClock(answer.at);
      done(error ? null : answer);
    });
  }

  /**
   * Reports that this paired screen is on. Has no effect without a connection.
   * @param done receives what the screen should show, and how long the answer took in milliseconds
   */
  report(report: PresenceReport, done: (shown: string, lagMs: number) => void): void {
    if (!this.socket.connected) return;
    const sentAt = performance.now();
    this.socket.timeout(ANSWER_TIMEOUT_MS).emit('present', report, (error, shown) => {
      if (!error) done(shown, performance.now() - sentAt);
    });
  }

  unwatch(key: string): void {
    if (this.socket.connected) this.socket.emit('unwatch', { key });
  }

  private open(): void {
    this.lastMessageAt = Date.now();
    this.lastTickAt = this.lastMessageAt;
    this.failures = 0;
    this.show('connecting', this.now());
    this.ticking ??= setInterval(() => this.tick(), CONNECTION_CHECK_INTERVAL_MS);
    this.connect();
  }

  private close(): void {
    this.token = null;
    this.cancelRetry();
    if (this.ticking) clearInterval(this.ticking);
    this.ticking = null;
    this.socket.disconnect();
    this.show('connecting', this.now());
  }

  private connect(): void {
    this.cancelRetry();
    this.connectingSince = Date.now();
    this.socket.connect();
  }

  private reconnect(): void {
    this.failures = 0;
    this.socket.disconnect();
    this.connect();
  }

  private connected(): void {
    this.connectingSince = 0;
    this.noteMessage();
    this.show('live', this.now());
    this.listener.connected();
  }

  private onDisconnect(): void {
    this.connectingSince = 0;
    if (this.state.state === 'live') this.show('connecting', this.lastMessageAt + (this.clockOffset ?? 0));
    this.listener.disconnected();
    this.retryLater();
  }

  private refused(code: unknown): void {
    this.connectingSince = 0;
    if (code === 'notSignedIn') this.endSession(code);
    else this.retryLater();
  }

  /**
   * Drops a connection that the server accepted but never answered, and retries later. The library
   * has no timeout for this case.
   */
  private abortConnecting(): void {
    this.connectingSince = 0;
    this.socket.disconnect();
    this.retryLater();
  }

  private endSession(code: string): void {
    this.close();
    this.listener.revoked(code);
  }

  private retryLater(): void {
    if (this.token === null || this.retry !== null) return;
    this.retry = setTimeout(() => this.connect(), getRetryDelay(++this.failures));
  }

  private cancelRetry(): void {
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
  }

  private noteMessage(): void {
    this.lastMessageAt = Date.now();
  }

  private beat(beat: Heartbeat): void {
    // A connection alone does not reset the failures; only a beat does. A server that accepts connections and
    // then crashes is therefore retried more and more slowly.
    this.failures = 0;
    this.clockOffset = Date.parse(beat.now) - Date.now();
    this.listener.beat(beat);
  }

  /** Estimates the server's clock from a timestamp, until the first beat reports the exact time. */
  private guessClock(at: string): void {
    if (this.clockOffset === null && at !== '') this.clockOffset = Math.max(0, Date.parse(at) - Date.now());
  }

  private tick(): void {
    const now = Date.now();
    const slept = now - this.lastTickAt > CONNECTION_CHECK_INTERVAL_MS + SLEEP_DETECTION_MS;
    this.lastTickAt = now;
    // If the machine's clock was set back, the last message lies in the future and is dated now.
    if (this.lastMessageAt > now) this.lastMessageAt = now;
    const silence = now - this.lastMessageAt;
    if (this.socket.connected && silence > MAX_SILENCE_MS) this.reconnect();
    else if (slept) this.nudge();
    else if (
      this.connectingSince !== 0 &&
      now - this.connectingSince > SOCKET_OPEN_TIMEOUT_MS + ANSWER_TIMEOUT_MS
    )
      this.abortConnecting();
    if (!this.socket.connected && silence > DOWN_AFTER_MS)
      this.show('down', this.lastMessageAt + (this.clockOffset ?? 0));
  }

  private show(state: LiveState['state'], since: number): void {
    if (this.state.state === state) return;
    this.stateStore.set({ state, since: new Date(since).toISOString() });
  }
}
