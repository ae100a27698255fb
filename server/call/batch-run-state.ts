import { sql } from 'kysely';

/** The time in seconds without a heartbeat after which the node of a batch counts as stopped. */
const MAX_SILENCE_SECONDS = 20;
/** The interval at which the node of a batch stores a heartbeat, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5000;

/** The SQL condition for a batch `r` that no node is writing. */
export const BATCH_RUN_SILENT_CONDITION = sql`(r.alive_at is null or r.alive_at < now() - make_interval(secs => ${MAX_SILENCE_SECONDS}))`;

/** The SQL of the state of the batch `r`. */
export const BATCH_RUN_STATE_SQL = sql<
  'running' | 'interrupted' | 'done' | 'cancelled'
>`case when r.ended_at is null then case when ${BATCH_RUN_SILENT_CONDITION} then 'interrupted' else 'running' end
    when r.cancelled_at is not null then 'cancelled' else 'done' end`;
