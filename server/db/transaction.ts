import { sql } from 'kysely';
import type { ChangeTopic } from '#shared/kernel/entity.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { readTimeForStorage } from './clock.ts';
import { runInTransactionContext } from './connect.ts';
import type { Db } from './database.ts';
import { refuseWriteIfFull } from './disk-space.ts';
import { PLAN_CHANGED_CODE } from './preparing-client.ts';

/** The account for which a transaction writes; `accountId` is null for the server itself. */
export interface Actor {
  factoryId: number;
  accountId: number | null;
  name: string;
  ip: string;
}

/** The action of a log entry: an `act.…` term without its prefix, or any other term. */
type LogAction = { [K in TermKey]: K extends `act.${infer A}` ? A : K }[TermKey];

/** An entry of the audit log. */
interface LogEntry {
  entity: string;
  id: number | null;
  action: LogAction;
  before?: unknown;
  after?: unknown;
}

/** One transaction. Its writes, its audit log entries and its change feed rows are committed together. */
export interface Transaction extends Actor {
  /** The connection of the transaction. */
  db: Db;
  /** The time at which the transaction began, by the clock of the database, as ISO 8601. */
  now: string;
  /** Adds an entry to the audit log. */
  log: (entry: LogEntry) => void;
  /**
   * Notifies screens and boards of changed rows after the commit. `ids` is null if the change is announced
   * without the ids of its rows.
   */
  announce: (topic: ChangeTopic, entity: string, ids: number[] | null, data?: unknown) => void;
  /** Queues an item. The next `settle` calls `run` once, with all items that were queued for `run`. */
  batch: <T>(run: (tx: Transaction, items: T[]) => Promise<void>, item: T) => void;
  /**
   * Like `batch`, but `run` is called before the commit instead of by the next `settle`. It is for values that the
   * transaction itself does not read.
   */
  beforeCommit: <T>(run: (tx: Transaction, items: T[]) => Promise<void>, item: T) => void;
  /** Runs the queued batches. Call it after you have written rows. The transaction also calls it before the commit. */
  settle: () => Promise<void>;
  /**
   * Runs a function within a savepoint. If the function throws, its changes are rolled back, and all queued
   * `batch` items are discarded. An attempt may contain other attempts.
   * @throws the error of the function
   */
  attempt: <T>(run: () => Promise<T>) => Promise<T>;
}

interface FeedAnnouncement {
  topic: ChangeTopic;
  entity: string;
  ids: Set<number> | null;
  data: unknown;
}

type QueuedBatches = Map<(tx: Transaction, items: never[]) => Promise<void>, unknown[]>;

/** The log entries, feed announcements and batches that a transaction has collected but not yet written. */
interface PendingWrites {
  logs: LogEntry[];
  announcements: Map<string, FeedAnnouncement>;
  batches: QueuedBatches;
  batchesAtCommit: QueuedBatches;
  /** Whether an attempt is running. Meanwhile the log entries stay in memory, because they may be discarded. */
  isAttempting: boolean;
}

/** The maximum number of ids in a row of the change feed. If more rows have changed, its `ids` are null. */
const MAX_ANNOUNCED_IDS = 100;
/** If at least this many log entries are pending, `settle` writes them. Otherwise it keeps them in memory. */
const MAX_LOGS_IN_MEMORY = 500;
/**
 * The maximum number of times that a transaction is tried. It is tried again after a deadlock, after a serialization
 * failure, or if the table of a prepared statement has changed.
 */
const MAX_TRIES = 4;
const TRANSIENT_ERROR_CODES = new Set(['40P01', '40001', PLAN_CHANGED_CODE]);

const commitListeners = new Set<() => void>();
/**
 * Adds a listener that is called after each commit of `runTransaction` in this process.
 * @returns a function that removes the listener
 */
export const addCommitListener = (listener: () => void): (() => void) => {
  commitListeners.add(listener);
  return () => void commitListeners.delete(listener);
};

/** Matches the names of fields whose values are masked in the audit log. */
const SECRET_NAME_PATTERN = /password|secret|pin$|pinHash|token/i;
const maskSecret = (name: string, value: unknown): unknown =>
  value !== null && typeof value !== 'object' && SECRET_NAME_PATTERN.test(name) ? '***' : value;

async function writeLogAndFeed(
  db: Db,
  actor: Actor,
  logs: readonly LogEntry[],
  announcements: readonly FeedAnnouncement[],
): Promise<void> {
  if (logs.length === 0 && announcements.length === 0) return;
  const toJson = (value: unknown, replacer?: typeof maskSecret) =>
    value === undefined || value === null ? null : JSON.stringify(value, replacer);
  const logRows = logs.map((entry) => ({
    entity: entry.entity,
    entity_id: entry.id,
    action: entry.action,
    before: toJson(entry.before, maskSecret),
    after: toJson(entry.after, maskSecret),
  }));
  const feedRows = announcements.map((announcement) => ({
    topic: announcement.topic,
    entity: announcement.entity,
    ids:
      announcement.ids && announcement.ids.size <= MAX_ANNOUNCED_IDS
        ? `{${[...announcement.ids].join(',')}}`
        : null,
    data: toJson(announcement.data),
  }));
  await sql`/* deferred */
    with logged as (
      insert into log (factory_id, account_id, by_name, ip, entity, entity_id, action, before, after)
      select ${actor.factoryId}::bigint, ${actor.accountId}::bigint, ${actor.name}::text, ${actor.ip}::text,
             entity, entity_id, action, before::jsonb, after::jsonb
      from jsonb_to_recordset(${JSON.stringify(logRows)}::jsonb)
        as l (entity text, entity_id bigint, action text, before text, after text)
    )
    insert into feed (factory_id, topic, entity, ids, by_name, data)
    select ${actor.factoryId}::bigint, topic, entity, ids::bigint[], ${actor.name}::text, data::jsonb
    from jsonb_to_recordset(${JSON.stringify(feedRows)}::jsonb)
      as f (topic text, entity text, ids text, data text)
  `.execute(db);
}

function makeAnnounceFunction(pending: PendingWrites): Transaction['announce'] {
  return (topic, entity, ids, data) => {
    const { announcements } = pending;
    const key = data === undefined ? `${topic} ${entity}` : `${topic} ${entity} ${announcements.size}`;
    const existing = announcements.get(key);
    if (!existing) announcements.set(key, { topic, entity, ids: ids && new Set(ids), data });
    else if (existing.ids && ids) for (const id of ids) existing.ids.add(id);
    else existing.ids = null;
  };
}

function makeBatchFunction(batches: QueuedBatches): Transaction['batch'] {
  return (run, item) => {
    const items = batches.get(run) ?? [];
    batches.set(run, items);
    items.push(item);
  };
}

async function runBatches(tx: Transaction, batches: QueuedBatches): Promise<void> {
  for (const [run, items] of batches) {
    batches.delete(run);
    await run(tx, items as never[]);
  }
}

/**
 * Runs the queued batches, including those that a batch queues. Then it writes the pending log entries if there
 * are many and no attempt is running.
 */
async function runBatchesAndWriteLogs(tx: Transaction, pending: PendingWrites): Promise<void> {
  await runBatches(tx, pending.batches);
  if (pending.logs.length >= MAX_LOGS_IN_MEMORY && !pending.isAttempting)
    await writeLogAndFeed(tx.db, tx, pending.logs.splice(0), []);
}

const copyAnnouncements = (announcements: ReadonlyMap<string, FeedAnnouncement>) =>
  new Map(
    [...announcements].map(([key, announcement]) => [
      key,
      { ...announcement, ids: announcement.ids && new Set(announcement.ids) },
    ]),
  );

/**
 * Runs a function within a savepoint. If the function throws, its database changes, log entries, announcements and
 * `beforeCommit` items are discarded. All queued `batch` items are discarded too.
 */
async function runAttempt<T>(tx: Transaction, pending: PendingWrites, run: () => Promise<T>): Promise<T> {
  const [logCount, announcements] = [pending.logs.length, copyAnnouncements(pending.announcements)];
  const commitItemCounts = [...pending.batchesAtCommit].map(
    ([runBatch, items]) => [runBatch, items.length] as const,
  );
  const wasAttempting = pending.isAttempting;
  pending.isAttempting = true;
  await sql`savepoint attempt`.execute(tx.db);
  try {
    const result = await run();
    await sql`release savepoint attempt`.execute(tx.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx.db);
    await sql`release savepoint attempt`.execute(tx.db);
    pending.logs.length = logCount;
    pending.batches.clear();
    const keptItems = commitItemCounts.map(
      ([runBatch, count]) => [runBatch, pending.batchesAtCommit.get(runBatch)!.slice(0, count)] as const,
    );
    pending.batchesAtCommit.clear();
    for (const [runBatch, items] of keptItems) pending.batchesAtCommit.set(runBatch, items);
    pending.announcements = announcements;
    throw error;
  } finally {
    pending.isAttempting = wasAttempting;
  }
}

async function tryTransaction<T>(rootDb: Db, actor: Actor, run: (tx: Transaction) => Promise<T>): Promise<T> {
  const pending: PendingWrites = {
    logs: [],
    announcements: new Map(),
    batches: new Map(),
    batchesAtCommit: new Map(),
    isAttempting: false,
  };
  return rootDb.transaction().execute((transaction) =>
    runInTransactionContext(async () => {
      const db = transaction as unknown as Db;
      const tx: Transaction = {
        ...actor,
        db,
        now: (await readTimeForStorage(rootDb, db)).toISOString(),
        log: (entry) => pending.logs.push(entry),
        announce: makeAnnounceFunction(pending),
        batch: makeBatchFunction(pending.batches),
        beforeCommit: makeBatchFunction(pending.batchesAtCommit),
        settle: () => runBatchesAndWriteLogs(tx, pending),
        attempt: (action) => runAttempt(tx, pending, action),
      };
      const result = await run(tx);
      await tx.settle();
      await runBatches(tx, pending.batchesAtCommit);
      await tx.settle();
      await writeLogAndFeed(tx.db, actor, pending.logs, [...pending.announcements.values()]);
      return result;
    }),
  );
}

/**
 * Runs a function in a transaction. After a transient error, it runs the function again in a new transaction,
 * at most MAX_TRIES times in all.
 * @throws the error of the function, after the rollback; diskFull if the embedded database may not write
 */
export async function runTransaction<T>(
  db: Db,
  actor: Actor,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  refuseWriteIfFull(db);
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await tryTransaction(db, actor, run);
      for (const listener of commitListeners) listener();
      return result;
    } catch (error) {
      if (attempt >= MAX_TRIES || !TRANSIENT_ERROR_CODES.has((error as { code?: string }).code ?? ''))
        throw error;
    }
  }
}
