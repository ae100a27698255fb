import pg from 'pg';
import { runWithTimeLimit } from '../db/time-limit.ts';

/** The NOTIFY channel. Its notifications have no payload. */
const NOTIFY_CHANNEL = 'mes_feed';
/**
 * Minimum interval between two notifications, in milliseconds. A notification for every commit would halve
 * the throughput.
 */
const MIN_NOTIFY_INTERVAL_MS = 20;
/** How long a new connection waits for its own test notification, in milliseconds. */
const PROBE_TIMEOUT_MS = 2000;
/** How long the connection waits for an answer before it counts as lost, in milliseconds. */
const QUERY_TIMEOUT_MS = 5000;
/** How long closing may take, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2000;
const RECONNECT_DELAYS_MS = [500, 1000, 2000, 5000, 10_000];

/**
 * Notifies the other nodes of commits on this node, and receives the notifications of the other nodes, over a
 * connection of its own. If notifications do not arrive, for example behind a pooling proxy, the notifier
 * logs this once, and the tailer reads the feed every second.
 */
export class CommitNotifier {
  private readonly url: string;
  private readonly onNotification: () => void;
  private readonly onError: (error: unknown, message: string) => void;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private retryTimer: NodeJS.Timeout | null = null;
  private isNotifying = false;
  /** Whether a commit happened while a notification was under way. */
  private isNotificationNeeded = false;
  private lastNotifiedAt = 0;
  private failureCount = 0;
  private isClosed = false;
  private onProbe: (() => void) | null = null;

  constructor(url: string, onNotification: () => void, onError: (error: unknown, message: string) => void) {
    this.url = url;
    this.onNotification = onNotification;
    this.onError = onError;
  }

  /**
   * Connects, and tests whether notifications arrive. If the database cannot be reached, it tries again in
   * the background.
   * @returns whether notifications arrive; false if the first try to connect has failed
   */
  async start(): Promise<boolean> {
    try {
      await this.connect();
    } catch (error) {
      this.handleConnectionLoss(error);
      return false;
    }
    return this.probe();
  }

  /** Notifies the other nodes of a commit on this node. */
  notifySoon(): void {
    if (this.isClosed) return;
    if (this.isNotifying) {
      this.isNotificationNeeded = true;
      return;
    }
    if (this.timer) return;
    const delayMs = Math.max(0, this.lastNotifiedAt + MIN_NOTIFY_INTERVAL_MS - Date.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.sendNotification();
    }, delayMs);
  }

  /**
   * Sends one notification. Only one is under way at a time, so that notifications do not pile up on a dead
   * connection.
   */
  private async sendNotification(): Promise<void> {
    const { client } = this;
    // A lost notification does no harm: the other nodes read the feed at least every second.
    if (!client) return;
    this.lastNotifiedAt = Date.now();
    this.isNotifying = true;
    try {
      await client.query(`notify ${NOTIFY_CHANNEL}`);
    } catch (error) {
      this.handleConnectionLoss(error, client);
    } finally {
      this.isNotifying = false;
      if (this.isNotificationNeeded) {
        this.isNotificationNeeded = false;
        this.notifySoon();
      }
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.retryTimer) clearTimeout(this.retryTimer);
    const { client } = this;
    this.client = null;
    if (!client) return;
    // The time limit is needed because the database may no longer respond.
    await runWithTimeLimit(CLOSE_TIMEOUT_MS, () => client.end()).catch((error: unknown) =>
      this.onError(error, 'The connection that hears the other nodes did not close'),
    );
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'mes notifier',
    });
    client.on('error', (error) => this.handleConnectionLoss(error, client));
    client.on('end', () => this.handleConnectionLoss(null, client));
    client.on('notification', () => {
      this.onProbe?.();
      this.onNotification();
    });
    try {
      await client.connect();
      await client.query(`listen ${NOTIFY_CHANNEL}`);
    } catch (error) {
      client
        .end()
        .catch((closeError: unknown) => this.onError(closeError, 'A connection that failed did not close'));
      throw error;
    }
    if (this.isClosed) return client.end();
    this.client = client;
    this.failureCount = 0;
  }

  /**
   * Tests whether notifications arrive over the present connection, and logs if they do not. A new connection is tested
   * again, because it may go through a pooling proxy.
   */
  private async probe(): Promise<boolean> {
    const { client } = this;
    const isWorking = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref();
      this.onProbe = () => {
        clearTimeout(timer);
        this.onProbe = null;
        resolve(true);
      };
      this.notifySoon();
    });
    if (!isWorking && client !== null && client === this.client)
      this.onError(
        null,
        'Notifications do not come through this database connection: the feed is polled each second',
      );
    return isWorking;
  }

  private handleConnectionLoss(error: unknown, client: pg.Client | null = this.client): void {
    if (this.isClosed || this.retryTimer || (client !== null && client !== this.client)) return;
    if (this.failureCount === 0)
      this.onError(error, 'The connection that hears the other nodes is lost; connecting again');
    this.client = null;
    if (client) {
      client.removeAllListeners('end');
      client
        .end()
        .catch((closeError: unknown) => this.onError(closeError, 'A lost connection did not close'));
    }
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.failureCount++, RECONNECT_DELAYS_MS.length - 1)]!;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.connect().then(
        () => {
          this.onNotification();
          void this.probe();
        },
        (retryError: unknown) => this.handleConnectionLoss(retryError),
      );
    }, delayMs);
    this.retryTimer.unref();
  }
}
