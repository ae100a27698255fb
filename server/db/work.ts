import { sql } from 'kysely';
import type { Topic } from '#shared/kernel/entity.ts';
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

/** A row of history. */
export interface LogEntry {
  entity: string;
  id: number | null;
  action: string;
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
}

interface Announcement {
  topic: Topic;
  entity: string;
  ids: Set<number> | null;
  data: unknown;
}

/** More ids than this are announced as "many". */
const MOST_IDS = 100;
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

async function flush(db: Db, actor: Actor, logs: LogEntry[], announcements: Announcement[]): Promise<void> {
  if (logs.length === 0 && announcements.length === 0) return;
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  const logRows = logs.map((one) => ({
    entity: one.entity,
    entity_id: one.id,
    action: one.action,
    before: json(one.before),
    after: json(one.after),
  }));
  const feedRows = announcements.map((one) => ({
    topic: one.topic,
    entity: one.entity,
    ids: one.ids && one.ids.size <= MOST_IDS ? `{${[...one.ids].join(',')}}` : null,
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

async function once<T>(root: Db, actor: Actor, run: (work: Work) => Promise<T>): Promise<T> {
  const logs: LogEntry[] = [];
  const announcements = new Map<string, Announcement>();
  return root.transaction().execute((db) =>
    guardTransaction(async () => {
      const work: Work = {
        ...actor,
        db: db as unknown as Db,
        now: new Date().toISOString(),
        log: (entry) => logs.push(entry),
        announce: (topic, entity, ids, data) => {
          const key = data === undefined ? `${topic} ${entity}` : `${topic} ${entity} ${announcements.size}`;
          const known = announcements.get(key);
          if (!known) announcements.set(key, { topic, entity, ids: ids && new Set(ids), data });
          else if (known.ids && ids) for (const id of ids) known.ids.add(id);
          else known.ids = null;
        },
      };
      const result = await run(work);
      await flush(work.db, actor, logs, [...announcements.values()]);
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
