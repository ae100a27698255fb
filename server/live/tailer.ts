import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { getDatabaseTime } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { readOrRenewEpoch, renewEpochAndSkipIds } from './feed-epoch.ts';
import type { FeedRow } from './feed-row.ts';
import { runWithTimeLimit } from '../db/time-limit.ts';

/** Receives the rows of the feed. */
interface FeedListener {
  /** Called for each row, in the commit order of its factory. */
  onRow: (row: FeedRow) => void;
  /**
   * Called when all data derived from the feed of a factory is invalid, because the database was
   * restored or feed rows are missing.
   * @param factoryId null for all factories
   */
  onReset: (factoryId: number | null) => void;
}

/**
 * A result row of one read. It holds a feed row, or only the last position of a factory whose next feed row
 * is missing, or only the state of the feed: its epoch, the id of its table and the position of the
 * write-ahead log.
 */
type FeedQueryRow = Omit<FeedRow, 'factoryId' | 'pos'> & {
  epoch: string;
  factoryId: number | null;
  head: number;
  pos: number | null;
  tableId: number;
  logPosition: number;
};

/** How often the feed is read if no notification arrives, in milliseconds. */
const POLL_INTERVAL_MS = 1000;
/** The pause after a failed read, in milliseconds. */
const RETRY_DELAY_MS = 500;
/**
 * The pause after each read, in milliseconds. All notifications that arrive during the pause cause a single
 * read.
 */
const READ_PAUSE_MS = 20;
/** Maximum number of rows that one read returns for a factory. */
const MAX_ROWS_PER_READ = 500;
/**
 * Timeout of a read, in milliseconds. It ends a read on a connection that was lost without an
 * error.
 */
const READ_TIMEOUT_MS = 10_000;

/** The state of the feed, read with its rows. */
const FEED_STATE_COLUMNS_SQL = sql`m.epoch, m.tableoid::bigint as table_id, (pg_current_wal_lsn() - '0/0')::float8 as log_position`;

/**
 * Passes the new rows of the change feeds of all factories to a listener, in the order of each feed. It
 * begins at the current end of each feed. After a lost connection it continues at the position that it has
 * reached.
 */
export class FeedTailer {
  private readonly db: Db;
  private readonly listener: FeedListener;
  private readonly onError: (error: unknown, message: string) => void;
  private readonly pollIntervalMs: number;
  private readonly positionsByFactoryId = new Map<number, number>();
  private epoch = '';
  private tableId = 0;
  private logPosition = 0;
  /**
   * Whether a read has failed since the epoch was last checked. The database may have been restored in
   * between.
   */
  private hasFailed = false;
  private lastReadAt = '';
  private endWait: (() => void) | null = null;
  private isWakeRequested = false;
  private isClosed = false;
  private readLoop: Promise<void> = Promise.resolve();

  /** @param pollIntervalMs how often the feed is read if no notification arrives, in milliseconds */
  constructor(
    db: Db,
    listener: FeedListener,
    onError: (error: unknown, message: string) => void,
    pollIntervalMs = POLL_INTERVAL_MS,
  ) {
    this.db = db;
    this.listener = listener;
    this.onError = onError;
    this.pollIntervalMs = pollIntervalMs;
  }

  /** Starts to read at the current end of each feed. @throws Error if the database does not answer */
  async start(): Promise<void> {
    await this.loadPositions();
    this.readLoop = this.runReadLoop();
  }

  /** Makes the tailer read as soon as possible. */
  wake(): void {
    this.isWakeRequested = true;
    this.endWait?.();
  }

  /**
   * Returns the last position that was read in the feed of a factory. A query that starts now sees all commits up to
   * this position.
   */
  getPosition(factoryId: number): number {
    return this.positionsByFactoryId.get(factoryId) ?? 0;
  }

  /**
   * Returns the time at which the last successful read of the feed began: ISO 8601. Sources without a change
   * in the feed were current at that time.
   */
  getLastReadTime(): string {
    return this.lastReadAt;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.endWait?.();
    await this.readLoop;
  }

  private async runReadLoop(): Promise<void> {
    let isFailing = false;
    while (!this.isClosed) {
      await this.waitForWake();
      if (this.isClosed) return;
      try {
        while (await this.readFeed()) if (this.isClosed) return;
        if (isFailing) this.onError(null, 'The change feed is read again');
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.onError(error, 'The change feed cannot be read; trying on');
        isFailing = true;
        this.hasFailed = true;
        await pause(RETRY_DELAY_MS);
      }
      await pause(READ_PAUSE_MS);
    }
  }

  private async waitForWake(): Promise<void> {
    if (!this.isWakeRequested) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.pollIntervalMs);
        this.endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.endWait = null;
    }
    this.isWakeRequested = false;
  }

  private async loadPositions(): Promise<void> {
    const startedAt = getDatabaseTime(this.db).toISOString();
    await runWithTimeLimit(READ_TIMEOUT_MS, () => readOrRenewEpoch(this.db));
    const { rows } = await runWithTimeLimit(READ_TIMEOUT_MS, () =>
      sql<Pick<FeedQueryRow, 'epoch' | 'tableId' | 'logPosition' | 'factoryId'> & { pos: number }>`
          select ${FEED_STATE_COLUMNS_SQL}, h.factory_id, h.pos from feed_meta m left join feed_head h on true`.execute(
        this.db,
      ),
    );
    this.positionsByFactoryId.clear();
    for (const row of rows) {
      this.epoch = row.epoch;
      this.tableId = row.tableId;
      this.logPosition = row.logPosition;
      if (row.factoryId !== null) this.positionsByFactoryId.set(row.factoryId, row.pos);
    }
    this.lastReadAt = startedAt;
  }

  /** Reads the feed once. @returns whether there are more rows */
  private async readFeed(): Promise<boolean> {
    const startedAt = getDatabaseTime(this.db).toISOString();
    const factoryIds = [...this.positionsByFactoryId.keys()];
    // One statement reads one snapshot of the database, so a position in the result includes all earlier
    // rows.
    const { rows } = await runWithTimeLimit(READ_TIMEOUT_MS, () =>
      sql<FeedQueryRow>`
          select ${FEED_STATE_COLUMNS_SQL}, h.factory_id, h.pos as head, f.pos, f.topic, f.entity, f.ids, f.by_name, f.data
          from feed_meta m
          left join (
            feed_head h
            left join unnest(${factoryIds}::bigint[], ${[...this.positionsByFactoryId.values()]}::bigint[]) as known (factory_id, pos)
              on known.factory_id = h.factory_id
          ) on h.pos <> coalesce(known.pos, 0)
          left join lateral (
            select * from feed
            where feed.factory_id = h.factory_id and feed.pos > coalesce(known.pos, 0)
            order by feed.pos limit ${MAX_ROWS_PER_READ}
          ) f on true
          order by h.factory_id, f.pos`.execute(this.db),
    );
    if (await this.detectDatabaseRestore(rows)) {
      await this.loadPositions();
      this.onError(null, 'The database was restored: starting anew');
      this.listener.onReset(null);
      return false;
    }
    this.logPosition = rows[0]!.logPosition;
    const skippedFactoryIds = new Set<number>();
    for (const row of rows) {
      if (row.factoryId === null || skippedFactoryIds.has(row.factoryId)) continue;
      const knownPosition = this.getPosition(row.factoryId);
      if (row.pos !== knownPosition + 1) {
        skippedFactoryIds.add(row.factoryId);
        this.skipMissingRows(row.factoryId, knownPosition, row);
        continue;
      }
      const { topic, entity, ids, byName, data } = row;
      this.deliverRow({ factoryId: row.factoryId, pos: row.pos, topic, entity, ids, byName, data });
    }
    this.lastReadAt = startedAt;
    return rows.some((row) => row.factoryId !== null && this.getPosition(row.factoryId) < row.head);
  }

  /**
   * Detects whether the database was restored since the last read. If only a decreased position shows this,
   * it begins a new epoch, so that all nodes detect the restore.
   * @throws Error while the database is being restored
   */
  private async detectDatabaseRestore(rows: readonly FeedQueryRow[]): Promise<boolean> {
    const [firstRow] = rows;
    if (!firstRow) throw new Error('The database is being restored');
    if (firstRow.epoch !== this.epoch || firstRow.tableId !== this.tableId) return true;
    if (this.hasFailed) {
      const epoch = await readOrRenewEpoch(this.db);
      this.hasFailed = false;
      if (epoch !== this.epoch) return true;
    }
    const hasPositionDecreased =
      firstRow.logPosition < this.logPosition ||
      rows.some(({ factoryId, head }) => factoryId !== null && head < this.getPosition(factoryId));
    if (hasPositionDecreased) await renewEpochAndSkipIds(this.db, this.epoch);
    return hasPositionDecreased;
  }

  private deliverRow(row: FeedRow): void {
    this.positionsByFactoryId.set(row.factoryId, row.pos);
    try {
      this.listener.onRow(row);
    } catch (error) {
      this.onError(error, `A listener failed on feed row ${row.factoryId}/${row.pos}`);
    }
  }

  /**
   * Skips missing feed rows and resets the listener. The rows were deleted while this node was
   * suspended, or the database was restored.
   */
  private skipMissingRows(factoryId: number, knownPosition: number, next: FeedQueryRow): void {
    this.onError(
      null,
      `The feed of factory ${factoryId} goes from ${knownPosition} to ${next.pos ?? next.head}: starting anew`,
    );
    this.positionsByFactoryId.set(factoryId, next.head);
    this.listener.onReset(factoryId);
  }
}
