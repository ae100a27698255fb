import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { FeedRow } from './feed-row.ts';
import { withTimeLimit } from '../db/time-limit.ts';

/** Who is driven by the feed. */
interface FeedListener {
  /** A row, in the order of its factory's commits. */
  row: (row: FeedRow) => void;
  /** Nothing known of a factory (null: of any) holds any more: the feed was restored, or rows are missing. */
  reset: (factoryId: number | null) => void;
}

/** What one read gives: a row, or the head alone of a factory whose next row is missing, or nothing but the epoch. */
type Read = Omit<FeedRow, 'factoryId' | 'pos'> & {
  epoch: string;
  factoryId: number | null;
  head: number;
  pos: number | null;
};

/** Behind the bells: how often the feed is read when none rings, in milliseconds. */
const POLL_MS = 1000;
/** The pause after a read that failed, in milliseconds. */
const RETRY_MS = 500;
/** Bells within this time of a read are answered by one read. */
const COALESCE_MS = 20;
/** Most rows of one factory in one read. */
const BATCH = 500;
/** A read that does not come back is given up: the connection is dead and nobody told us. */
const GIVE_UP_MS = 10_000;

/**
 * Reads the change feed in order, one for each node, and drives everything live from it.
 * It knows no client; it starts at the head and goes on by itself after a lost connection.
 */
export class Tailer {
  private readonly db: Db;
  private readonly listener: FeedListener;
  private readonly onError: (error: unknown, what: string) => void;
  private readonly pollMs: number;
  private readonly heads = new Map<number, number>();
  private epoch = '';
  private lastRead = '';
  private answerBell: (() => void) | null = null;
  private rung = false;
  private closed = false;
  private done: Promise<void> = Promise.resolve();

  /** @param pollMs how often the feed is read when no bell rings */
  constructor(
    db: Db,
    listener: FeedListener,
    onError: (error: unknown, what: string) => void,
    pollMs = POLL_MS,
  ) {
    this.db = db;
    this.listener = listener;
    this.onError = onError;
    this.pollMs = pollMs;
  }

  /** Takes the present heads as the beginning. @throws where the database does not answer */
  async start(): Promise<void> {
    await this.takeHeads();
    this.done = this.follow();
  }

  /** Something was committed: read soon. */
  wake(): void {
    this.rung = true;
    this.answerBell?.();
  }

  /** How far the feed of a factory was read; a query made now sees at least this much. */
  position(factoryId: number): number {
    return this.heads.get(factoryId) ?? 0;
  }

  /** When the feed was last read well: ISO 8601. What no row has touched since is still right as of then. */
  readAt(): string {
    return this.lastRead;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.answerBell?.();
    await this.done;
  }

  private async follow(): Promise<void> {
    let failing = false;
    while (!this.closed) {
      await this.untilRung();
      if (this.closed) return;
      try {
        while (await this.read()) if (this.closed) return;
        if (failing) this.onError(null, 'The change feed is read again');
        failing = false;
      } catch (error) {
        if (!failing) this.onError(error, 'The change feed cannot be read; trying on');
        failing = true;
        await pause(RETRY_MS);
      }
      await pause(COALESCE_MS);
    }
  }

  private async untilRung(): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, this.pollMs);
        this.answerBell = () => {
          clearTimeout(timer);
          done();
        };
      });
      this.answerBell = null;
    }
    this.rung = false;
  }

  private async takeHeads(): Promise<void> {
    const began = new Date().toISOString();
    const rows = await withTimeLimit(
      GIVE_UP_MS,
      sql<{ epoch: string; factoryId: number | null; pos: number }>`
        select m.epoch, h.factory_id, h.pos from feed_meta m left join feed_head h on true`.execute(this.db),
    );
    this.heads.clear();
    for (const row of rows.rows) {
      this.epoch = row.epoch;
      if (row.factoryId !== null) this.heads.set(row.factoryId, row.pos);
    }
    this.lastRead = began;
  }

  /** Reads once. @returns whether more is waiting */
  private async read(): Promise<boolean> {
    const began = new Date().toISOString();
    const factories = [...this.heads.keys()];
    // One statement, hence one snapshot: whoever sees a position sees all before it.
    const { rows } = await withTimeLimit(
      GIVE_UP_MS,
      sql<Read>`
        select m.epoch, h.factory_id, h.pos as head, f.pos, f.topic, f.entity, f.ids, f.by_name, f.data
        from feed_meta m
        left join (
          feed_head h
          left join unnest(${factories}::bigint[], ${[...this.heads.values()]}::bigint[]) as known (factory_id, pos)
            on known.factory_id = h.factory_id
        ) on h.pos <> coalesce(known.pos, 0)
        left join lateral (
          select * from feed
          where feed.factory_id = h.factory_id and feed.pos > coalesce(known.pos, 0)
          order by feed.pos limit ${BATCH}
        ) f on true
        order by h.factory_id, f.pos`.execute(this.db),
    );
    if (rows[0] && rows[0].epoch !== this.epoch) {
      await this.takeHeads();
      this.listener.reset(null);
      return false;
    }
    const lost = new Set<number>();
    for (const row of rows) {
      if (row.factoryId === null || lost.has(row.factoryId)) continue;
      const known = this.position(row.factoryId);
      if (row.pos !== known + 1) {
        lost.add(row.factoryId);
        this.lose(row.factoryId, known, row);
        continue;
      }
      const { epoch: _epoch, head: _head, ...taken } = row;
      this.take({ ...taken, factoryId: row.factoryId, pos: row.pos });
    }
    this.lastRead = began;
    return rows.some((row) => row.factoryId !== null && this.position(row.factoryId) < row.head);
  }

  private take(row: FeedRow): void {
    this.heads.set(row.factoryId, row.pos);
    try {
      this.listener.row(row);
    } catch (error) {
      this.onError(error, `A listener failed on feed row ${row.factoryId}/${row.pos}`);
    }
  }

  /** The next row is not there: pruned while this node slept, or the database went back in time. */
  private lose(factoryId: number, known: number, next: Read): void {
    this.onError(
      null,
      `The feed of factory ${factoryId} goes from ${known} to ${next.pos ?? next.head}: starting anew`,
    );
    this.heads.set(factoryId, next.head);
    this.listener.reset(factoryId);
  }
}
