import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** How long the change feed is kept, in days. */
const KEPT_DAYS = 8;
/** Rows that one statement removes: small, so that writers do not wait behind it. */
const BATCH = 1000;
const REST_MS = 100;

/**
 * Removes feed rows older than eight days, a few at a time; several nodes may do it at once.
 * @returns how many were removed
 */
export async function pruneFeed(db: Db, stopped: () => boolean): Promise<number> {
  let removed = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from feed where id in (
        select id from feed where at < now() - make_interval(days => ${KEPT_DAYS})
        order by at limit ${BATCH} for update skip locked
      )`.execute(db);
    const count = Number(numAffectedRows ?? 0n);
    removed += count;
    if (count < BATCH || stopped()) return removed;
    await pause(REST_MS);
  }
}
