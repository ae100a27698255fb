import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const HOUR_MS = 3_600_000;
/** How long the first answer of a request id is kept, in days. */
const ANSWERS_DAYS = 30;
/** How long an ended session is kept after its end, in days. */
const SESSIONS_DAYS = 90;

async function sweep(db: Db): Promise<void> {
  await sql`delete from request_once where at < now() - make_interval(days => ${ANSWERS_DAYS})`.execute(db);
  await sql`delete from session where expires_at < now() - make_interval(days => ${SESSIONS_DAYS})`.execute(
    db,
  );
  await sql`delete from login_code where expires_at < now()`.execute(db);
  await sql`delete from login_attempt where first_at < now() - interval '1 day' and coalesce(locked_until < now(), true)`.execute(
    db,
  );
  await sql`delete from wire_key where retired_at < now()`.execute(db);
}

/**
 * Removes, every hour, what has had its time; several nodes may do it at once.
 * @param besides what else is due every hour
 * @returns stops it
 */
export function keepHouse(
  db: Db,
  besides: () => Promise<void>,
  trouble: (error: unknown, what: string) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(db)
      .then(besides)
      .catch((error: unknown) => trouble(error, 'Old rows were not removed'));
  }, HOUR_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
