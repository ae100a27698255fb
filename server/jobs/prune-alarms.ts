import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ALARM_RETENTION_DAYS, SAME_ALARM_MINUTES } from '#shared/alarms/history.ts';
import type { Db } from '../db/database.ts';
import { countChangedRows, HOUR_SECONDS, type BackgroundJob } from './job.ts';

/** The maximum number of alarms that one statement deletes. It is small, so that the evaluation does not wait long. */
const BATCH_ALARMS = 1000;
const BATCH_PAUSE_MS = 100;

/**
 * Deletes the alarms that ended more than ALARM_RETENTION_DAYS ago. An open alarm is never deleted.
 * @param isStopping returns whether the node is stopping
 * @returns the number of deleted alarms
 */
async function deleteOldAlarms(db: Db, isStopping: () => boolean): Promise<number> {
  await sql`delete from ended_alarm
    where ended_at < now() - make_interval(mins => ${SAME_ALARM_MINUTES})`.execute(db);
  for (let deletedCount = 0; ;) {
    const count = countChangedRows(
      await sql`
        delete from alarm a using (
          select factory_id, id from alarm
          where state = 'resolved' and resolved_at < now() - make_interval(days => ${ALARM_RETENTION_DAYS})
          limit ${BATCH_ALARMS}
        ) old where a.factory_id = old.factory_id and a.id = old.id and a.state = 'resolved'`.execute(db),
    );
    deletedCount += count;
    if (count < BATCH_ALARMS || isStopping()) return deletedCount;
    await pause(BATCH_PAUSE_MS);
  }
}

export const alarmCleanupJob: BackgroundJob = {
  name: 'pruneAlarms',
  intervalSeconds: HOUR_SECONDS,
  run: deleteOldAlarms,
};
