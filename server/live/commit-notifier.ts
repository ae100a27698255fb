import pg from 'pg';

/** The NOTIFY channel. Its notifications have no payload. */
const CHANNEL = 'mes_feed';
/** Minimum interval between notifications, in milliseconds. One notification per commit would halve the throughput. */
const RING_MS = 20;
/** How long the probe waits for its own notification, in milliseconds. */
const PROBE_MS = 2000;
const RETRY_MS = [500, 1000, 2000, 5000, 10_000];

/**
 * Notifies the other nodes of commits on this node, and receives their notifications, on a dedicated connection.
 * If notifications do not arrive (for example behind a pooling proxy), it logs that once and the tailer polls.
 */
export class CommitNotifier {
  private readonly url: string;
  private readonly heard: () => void;
  private readonly onError: (error: unknown, what: string) => void;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private retry: NodeJS.Timeout | null = null;
  private lastRung = 0;
  private failures = 0;
  private closed = false;
  private probed: (() => void) | null = null;

  constructor(url: string, heard: () => void, onError: (error: unknown, what: string) => void) {
    this.url = url;
    this.heard = heard;
    this.onError = onError;
  }

  /** Connects and probes. It retries until the database is reachable. @returns whether notifications arrive */
  async start(): Promise<boolean> {
    try {
      await this.connect();
    } catch (error) {
      this.lost(error);
      return false;
    }
    const works = await this.probe();
    if (!works)
      this.onError(
        null,
        'Notifications do not come through this database connection: the feed is polled each second',
      );
    return works;
  }

  /** Notifies the other nodes of a commit on this node. */
  ring(): void {
    if (this.timer || this.closed) return;
    const wait = Math.max(0, this.lastRung + RING_MS - Date.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.lastRung = Date.now();
      // A lost notification does no harm: the other nodes poll every second.
      this.client?.query(`notify ${CHANNEL}`).catch((error: unknown) => this.lost(error));
    }, wait);
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.retry) clearTimeout(this.retry);
    const { client } = this;
    this.client = null;
    await client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      application_name: 'mes notifier',
    });
    client.on('error', (error) => this.lost(error, client));
    client.on('end', () => this.lost(null, client));
    client.on('notification', () => {
      this.probed?.();
      this.heard();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch((late: unknown) => this.onError(late, 'A connection that failed did not close'));
      throw error;
    }
    if (this.closed) return client.end();
    this.client = client;
    this.failures = 0;
  }

  private probe(): Promise<boolean> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(false), PROBE_MS);
      this.probed = () => {
        clearTimeout(timer);
        this.probed = null;
        done(true);
      };
      this.ring();
    });
  }

  private lost(error: unknown, client: pg.Client | null = this.client): void {
    if (this.closed || this.retry || (client !== null && client !== this.client)) return;
    if (this.failures === 0)
      this.onError(error, 'The connection that hears the other nodes is lost; connecting again');
    this.client = null;
    if (client) {
      client.removeAllListeners('end');
      client.end().catch((late: unknown) => this.onError(late, 'A lost connection did not close'));
    }
    const wait = RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!;
    this.retry = setTimeout(() => {
      this.retry = null;
      this.connect().then(
        () => this.heard(),
        (again: unknown) => this.lost(again),
      );
    }, wait);
    this.retry.unref();
  }
}
