import { sql } from 'kysely';
import { HOUR_SECONDS, countChangedRows, type BackgroundJob } from './job.ts';

/**
 * Deletes expired verification codes and pairing codes, login attempts that began more than a day ago and whose lock has ended,
 * and known devices that were not used for 180 days.
 */
export const oldLoginDataCleanupJob: BackgroundJob = {
  name: 'forgetLoginTries',
  everySeconds: HOUR_SECONDS,
  run: async (db) => {
    const codes = await sql`delete from login_code where expires_at < now()`.execute(db);
    const pairings = await sql`delete from wall_pairing where expires_at < now()`.execute(db);
    const tries = await sql`delete from login_attempt
      where first_at < now() - interval '1 day' and coalesce(locked_until < now(), true)`.execute(db);
    const devices = await sql`delete from known_device where seen_at < now() - interval '180 days'`.execute(
      db,
    );
    return [codes, pairings, tries, devices].reduce((sum, result) => sum + countChangedRows(result), 0);
  },
};
