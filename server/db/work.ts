import { sql } from 'kysely';
import type { Topic } from '#shared/kernel/entity.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { guardTransaction } from './connect.ts';
import type { Db } from './database.ts';
import { PLAN_CHANGED } from './preparing-client.ts';

/** On whose behalf something is written. */
export interface Actor {
  factoryId: number;
  accountId: number | null;
  name: string;
  ip: string;
}

/** What was done, by a word of the vocabulary: its own of the history (`act.…`), or any other. */
type LoggedAct = { [K in TermKey]: K extends `act.${infer A}` ? A : K }[TermKey];

/** A row of history. */
export interface LogEntry {
  entity: string;
  id: number | null;
  action: LoggedAct;
  before?: unknown;
  after?: unknown;
}

/** One transaction: everything it writes, its history and its place in the change feed stand or fall together. */
export interface Work extends Actor {
  /** The transaction. */
  db: Db;
  /** When it began: the one "now" of everything in it, ISO 8601. */
  now: string;
  /** Keeps a row of history. */
  log: (entry: LogEntry) => void;
  /** Tells screens and boards that rows changed, once the transaction is committed. */
  announce: (topic: Topic, entity: string, ids: number[] | null, data?: unknown) => void;
  /** Leaves something to be done once for all that is gathered under the same function, at the next `settle`. */
  batch: <T>(run: (work: Work, items: T[]) => Promise<void>, item: T) => void;
  /** The same, but once for the whole transaction, before its commit: for figures that nobody asks for meanwhile. */
  beforeCommit: <T>(run: (work: Work, items: T[]) => Promise<void>, item: T) => void;
  /** Does what was gathered; called where the rows at hand are written, and before the commit. */
  settle: () => Promise<void>;
  /**
   * Tries something: where it is refused, nothing of it is left, and the rest of the transaction stands.
   * @throws whatever `run` throws
   */
  attempt: <T>(run: () => Promise<T>) => Promise<T>;
}

interface Announcement {
  topic: Topic;
  entity: string;
  ids: Set<number> | null;
  data: unknown;
}

type Gathered = Map<(work: Work, items: never[]) => Promise<void>, unknown[]>;

/** What a transaction has still to write: its history, its place in the feed, and what was left to be done at once. */
interface Pending {
  logs: LogEntry[];
  announcements: Map<string, Announcement>;
  gathered: Gathered;
  last: Gathered;
  /** Something is being tried: history stays in memory, since it may have to be forgotten. */
  trying: boolean;
}

/** More ids than this are announced as "many". */
const MAX_IDS = 100;
/** As many rows of history are kept in memory before they are written. */
const MAX_LOGS = 500;
/** How often a transaction that the database gave up (deadlock, serialisation, a new plan) is tried again. */
const TRIES = 4;
const TRANSIENT = new Set(['40P01', '40001', PLAN_CHANGED]);

const bells = new Set<() => void>();
/**
 * Adds what is rung after every commit of this node; the tailer listens to it.
 * @returns takes it off again
 */
export const onCommit = (ring: () => void): (() => void) => {
  bells.add(ring);
  return () => void bells.delete(ring);
};

/** Nobody reads a password in the history, whatever is written there: only that there is one. */
const SECRET = /password|secret|pin$|pinHash|token/i;
const withoutSecrets = (name: string, value: unknown): unknown =>
  value !== null && typeof value !== 'object' && SECRET.test(name) ? '***' : value;

async function flush(
  db: Db,
  actor: Actor,
  logs: readonly LogEntry[],
  announcements: readonly Announcement[],
): Promise<void> {
  if (logs.length === 0 && announcements.length === 0) return;
  const json = (value: unknown, replacer?: typeof withoutSecrets) =>
    value === undefined || value === null ? null : JSON.stringify(value, replacer);
  const logRows = logs.map((one) => ({
    entity: one.entity,
    entity_id: one.id,
    action: one.action,
    before: json(one.before, withoutSecrets),
    after: json(one.after, withoutSecrets),
  }));
  const feedRows = announcements.map((one) => ({
    topic: one.topic,
    entity: one.entity,
    ids: one.ids && one.ids.size <= MAX_IDS ? `{${[...one.ids].join(',')}}` : null,
    data: json(one.data),
  }));
  await sql`
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

function announceTo(pending: Pending): Work['announce'] {
  return (topic, entity, ids, data) => {
    const { announcements } = pending;
    const key = data === undefined ? `${topic} ${entity}` : `${topic} ${entity} ${announcements.size}`;
    const known = announcements.get(key);
    if (!known) announcements.set(key, { topic, entity, ids: ids && new Set(ids), data });
    else if (known.ids && ids) for (const id of ids) known.ids.add(id);
    else known.ids = null;
  };
}

function batchIn(gathered: Gathered): Work['batch'] {
  return (run, item) => {
    const items = gathered.get(run) ?? [];
    gathered.set(run, items);
    items.push(item);
  };
}

async function doAll(work: Work, gathered: Gathered): Promise<void> {
  for (const [run, items] of gathered) {
    gathered.delete(run);
    await run(work, items as never[]);
  }
}

/** Does what was gathered, and what is gathered meanwhile; history that has grown long is written. */
async function settle(work: Work, pending: Pending): Promise<void> {
  await doAll(work, pending.gathered);
  if (pending.logs.length >= MAX_LOGS && !pending.trying)
    await flush(work.db, work, pending.logs.splice(0), []);
}

const copyOf = (announcements: ReadonlyMap<string, Announcement>) =>
  new Map([...announcements].map(([key, one]) => [key, { ...one, ids: one.ids && new Set(one.ids) }]));

/** Runs something behind a savepoint; what is refused leaves nothing in the database and nothing pending. */
async function attempt<T>(work: Work, pending: Pending, run: () => Promise<T>): Promise<T> {
  const [logs, announcements] = [pending.logs.length, copyOf(pending.announcements)];
  const last = [...pending.last].map(([what, items]) => [what, items.length] as const);
  pending.trying = true;
  await sql`savepoint attempt`.execute(work.db);
  try {
    const result = await run();
    await sql`release savepoint attempt`.execute(work.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(work.db);
    await sql`release savepoint attempt`.execute(work.db);
    pending.logs.length = logs;
    pending.gathered.clear();
    const kept = last.map(([what, count]) => [what, pending.last.get(what)!.slice(0, count)] as const);
    pending.last.clear();
    for (const [what, items] of kept) pending.last.set(what, items);
    pending.announcements = announcements;
    throw error;
  } finally {
    pending.trying = false;
  }
}

async function once<T>(root: Db, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
  const pending: Pending = {
    logs: [],
    announcements: new Map(),
    gathered: new Map(),
    last: new Map(),
    trying: false,
  };
  return root.transaction().execute((db) =>
    guardTransaction(async () => {
      const work: Work = {
        ...actor,
        db: db as unknown as Db,
        now: new Date().toISOString(),
        log: (entry) => pending.logs.push(entry),
        announce: announceTo(pending),
        batch: batchIn(pending.gathered),
        beforeCommit: batchIn(pending.last),
        settle: () => settle(work, pending),
        attempt: (what) => attempt(work, pending, what),
      };
      const result = await run(work);
      await work.settle();
      await doAll(work, pending.last);
      await work.settle();
      await flush(work.db, actor, pending.logs, [...pending.announcements.values()]);
      return result;
    }),
  );
}

/**
 * Runs one unit of work in a transaction; a deadlock is tried again.
 * @throws whatever `run` throws, after everything was rolled back
 */
export async function inWork<T>(db: Db, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await once(db, actor, run);
      for (const ring of bells) ring();
      return result;
    } catch (error) {
      if (attempt >= TRIES || !TRANSIENT.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
