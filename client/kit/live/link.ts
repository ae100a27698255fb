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
  onChange: (message: ChangeMessage) => void;
  onPatch: (frame: Frame) => void;
  onBeat: (beat: Heartbeat) => void;
  onReset: (sourceKey: string | null) => void;
  /** Called when the server has accepted the connection. All sources must then be joined. */
  onConnected: () => void;
  onDisconnected: () => void;
  /** Called with the commands for a paired screen. */
  onScreenCommand?: (command: ScreenCommand) => void;
  /** Called when the session has ended and the link is closed. */
  onRevoked: (code: string) => void;
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
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  private checkTimer: ReturnType<typeof setInterval> | null = null;
  private failureCount = 0;
  private connectingSince = 0;
  private lastMessageAt = Date.now();
  private lastTickAt = Date.now();
  private clockOffsetMs: number | null = null;
  private hasMeasuredClock = false;

  /**
   * @param url the URL of the server; '' for the page's own origin
   * @param getLang returns the language for the server's messages
   */
  constructor(url: string, getLang: () => string, listener: LiveLinkListener) {
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
      auth: (respond) => respond({ token: this.token ?? '', lang: getLang() }),
    });
    this.socket = socket;
    socket.onAny(() => this.recordMessageTime());
    socket.on('connect', () => this.onConnect());
    socket.on('disconnect', () => this.onDisconnect());
    socket.on('connect_error', (error) =>
      this.onConnectError((error as { data?: { code?: unknown } }).data?.code),
    );
    socket.on('changed', listener.onChange);
    socket.on('patch', (frame) => {
      this.estimateClockOffset(frame.at);
      listener.onPatch(frame);
    });
    socket.on('beat', (beat) => this.onBeat(beat));
    socket.on('reset', ({ source }) => listener.onReset(source));
    socket.on('screen', (command) => listener.onScreenCommand?.(command));
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
    return Date.now() + (this.clockOffsetMs ?? 0);
  }

  /** Whether the server has told its time on this page. */
  get isClockMeasured(): boolean {
    return this.hasMeasuredClock;
  }

  /** Sets how far the server's clock is ahead of this device's, until the server tells its time. */
  assumeClockOffset(offsetMs: number): void {
    if (!this.hasMeasuredClock) this.clockOffsetMs = offsetMs;
  }

  readonly subscribe: Store<LiveState>['subscribe'];

  /** Connects with a session token; null disconnects. A call with the current token has no effect. */
  connectAs(token: string | null): void {
    if (token === this.token) return;
    this.close();
    this.token = token;
    if (token !== null) this.open();
  }

  /** Reconnects at once, unless the connection works or its opening has just begun. */
  readonly reconnectIfNeeded = (): void => {
    if (this.token === null) return;
    const silenceMs = Date.now() - this.lastMessageAt;
    if (this.socket.connected) {
      if (silenceMs > HEARTBEAT_INTERVAL_MS + CONNECTION_CHECK_INTERVAL_MS) this.reconnect();
    } else if (
      this.connectingSince === 0 ||
      Date.now() - this.connectingSince > 2 * CONNECTION_CHECK_INTERVAL_MS
    )
      this.reconnect();
  };

  /**
   * Joins a source. Must be called only while connected: otherwise the library would send the request later.
   * @param onAnswer receives the answer, before any later frame; null if no answer came
   */
  watch(request: WatchRequest, onAnswer: (answer: WatchAnswer | null) => void): void {
    this.socket.timeout(ANSWER_TIMEOUT_MS).emit('watch', request, (error, answer) => {
      if (!error && 'at' in answer) this.estimateClockOffset(answer.at);
      onAnswer(error ? null : answer);
    });
  }

  /**
   * Reports that this paired screen is on. Has no effect without a connection.
   * @param onAnswer receives what the screen should show, and how many milliseconds the answer took
   */
  reportPresence(report: PresenceReport, onAnswer: (shown: string, lagMs: number) => void): void {
    if (!this.socket.connected) return;
    const sentAt = performance.now();
    this.socket.timeout(ANSWER_TIMEOUT_MS).emit('present', report, (error, shown) => {
      if (!error) onAnswer(shown, performance.now() - sentAt);
    });
  }

  unwatch(key: string): void {
    if (this.socket.connected) this.socket.emit('unwatch', { key });
  }

  private open(): void {
    this.lastMessageAt = Date.now();
    this.lastTickAt = this.lastMessageAt;
    this.failureCount = 0;
    this.setState('connecting', this.now());
    this.checkTimer ??= setInterval(() => this.checkConnection(), CONNECTION_CHECK_INTERVAL_MS);
    this.connect();
  }

  private close(): void {
    this.token = null;
    this.cancelRetry();
    if (this.checkTimer) clearInterval(this.checkTimer);
    this.checkTimer = null;
    this.socket.disconnect();
    this.setState('connecting', this.now());
  }

  private connect(): void {
    this.cancelRetry();
    this.connectingSince = Date.now();
    this.socket.connect();
  }

  private reconnect(): void {
    this.failureCount = 0;
    this.socket.disconnect();
    this.connect();
  }

  private onConnect(): void {
    this.connectingSince = 0;
    this.recordMessageTime();
    this.setState('live', this.now());
    this.listener.onConnected();
  }

  private onDisconnect(): void {
    this.connectingSince = 0;
    if (this.state.state === 'live')
      this.setState('connecting', this.lastMessageAt + (this.clockOffsetMs ?? 0));
    this.listener.onDisconnected();
    this.retryLater();
  }

  private onConnectError(code: unknown): void {
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
    this.listener.onRevoked(code);
  }

  private retryLater(): void {
    if (this.token === null || this.retryTimer !== null) return;
    this.retryTimer = setTimeout(() => this.connect(), getRetryDelay(++this.failureCount));
  }

  private cancelRetry(): void {
    if (this.retryTimer) clearTimeout(this.retryTimer);
    this.retryTimer = null;
  }

  private recordMessageTime(): void {
    this.lastMessageAt = Date.now();
  }

  private onBeat(beat: Heartbeat): void {
    // Only a beat resets the number of failures. If a server accepts connections and then crashes, the delay
    // before each new attempt thus keeps growing.
    this.failureCount = 0;
    this.clockOffsetMs = Date.parse(beat.now) - Date.now();
    this.hasMeasuredClock = true;
    this.listener.onBeat(beat);
  }

  /** Estimates the server's clock from a timestamp, until the first beat reports the exact time. */
  private estimateClockOffset(at: string): void {
    if (this.clockOffsetMs === null && at !== '')
      this.clockOffsetMs = Math.max(0, Date.parse(at) - Date.now());
  }

  private checkConnection(): void {
    const now = Date.now();
    const hasSlept = now - this.lastTickAt > CONNECTION_CHECK_INTERVAL_MS + SLEEP_DETECTION_MS;
    this.lastTickAt = now;
    // After the machine's clock was set back, the last message would have a time in the future.
    if (this.lastMessageAt > now) this.lastMessageAt = now;
    const silenceMs = now - this.lastMessageAt;
    if (this.socket.connected && silenceMs > MAX_SILENCE_MS) this.reconnect();
    else if (hasSlept) this.reconnectIfNeeded();
    else if (
      this.connectingSince !== 0 &&
      now - this.connectingSince > SOCKET_OPEN_TIMEOUT_MS + ANSWER_TIMEOUT_MS
    )
      this.abortConnecting();
    if (!this.socket.connected && silenceMs > DOWN_AFTER_MS)
      this.setState('down', this.lastMessageAt + (this.clockOffsetMs ?? 0));
  }

  private setState(state: LiveState['state'], sinceMs: number): void {
    if (this.state.state === state) return;
    this.stateStore.set({ state, since: new Date(sinceMs).toISOString() });
  }
}
