import { sql } from 'kysely';
import { HOUR_SECONDS, countChangedRows, type BackgroundJob } from './job.ts';

/**
 * Deletes expired verification and pairing codes, known devices not used for 180 days, and login
 * attempts that began more than a day ago and are not locked.
 */
export const oldLoginDataCleanupJob: BackgroundJob = {
  name: 'forgetLoginTries',
  intervalSeconds: HOUR_SECONDS,
  run: async (db) => {
    const codes = await sql`delete from login_code where expires_at < now()`.execute(db);
    const pairings = await sql`delete from wall_pairing where expires_at < now()`.execute(db);
    const attempts = await sql`delete from login_attempt
      where first_at < now() - interval '1 day' and coalesce(locked_until < now(), true)`.execute(db);
    const devices = await sql`delete from known_device where seen_at < now() - interval '180 days'`.execute(
      db,
    );
    return [codes, pairings, attempts, devices].reduce((sum, result) => sum + countChangedRows(result), 0);
  },
};
