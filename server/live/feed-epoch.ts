import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * How many ids are skipped after a restore. Ids that were allocated after the backup may still be on screens,
 * on printed cards and in stored commands, so no other row may get them.
 */
const SKIPPED_ID_COUNT = 1_000_000;

/**
 * Builds the SQL of a text that identifies the cluster, its timeline, the database and the table of the feed.
 * A restore changes at least one of them.
 */
const buildDatabaseIdentitySql = () => sql`concat_ws('/',
  (select system_identifier from pg_control_system()),
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
  (select oid from pg_database where datname = current_database()),
  'feed_meta'::regclass::oid)`;

/** Whether the database is complete: this trigger is the last object of the feed that a restore creates. */
const DATABASE_COMPLETE_CONDITION = sql`exists (select 1 from pg_trigger where tgname = 'feed_position' and tgrelid = 'feed'::regclass)`;

interface FeedEpoch {
  epoch: string;
  isWhole: boolean;
}

/**
 * Reads the epoch of the feed. It begins a new epoch and skips ids if the database was restored since the
 * last epoch began.
 * @throws Error while the database is being restored
 */
export async function readOrRenewEpoch(db: Db): Promise<string> {
  const { rows } = await sql<FeedEpoch>`
    with found as (
      select epoch, home, ${buildDatabaseIdentitySql()} as here, ${DATABASE_COMPLETE_CONDITION} as is_whole from feed_meta
    ), renewed as (
      update feed_meta m set epoch = gen_random_uuid()::text, home = found.here
      from found where found.is_whole and m.home is distinct from found.here
      returning m.epoch, found.home
    ), skipped as (
      select setval('id_sequence', s.last_value + ${SKIPPED_ID_COUNT})
      from id_sequence s, renewed where renewed.home is not null
    )
    select coalesce(renewed.epoch, found.epoch) as epoch, found.is_whole, (select count(*) from skipped) as skipped
    from found left join renewed on true`.execute(db);
  const [epochRow] = rows;
  if (!epochRow?.isWhole) throw new Error('The database is being restored');
  return epochRow.epoch;
}

/** Begins a new epoch of the feed and skips ids, unless another node has already replaced `knownEpoch`. */
export async function renewEpochAndSkipIds(db: Db, knownEpoch: string): Promise<void> {
  await sql`with renewed as (
      update feed_meta set epoch = gen_random_uuid()::text where epoch = ${knownEpoch} returning 1
    )
    select setval('id_sequence', s.last_value + ${SKIPPED_ID_COUNT}) from id_sequence s, renewed`.execute(db);
}
