import { ALARM_MEASURES } from '#shared/alarms/measures.ts';
import type { Db } from '#server/db/database.ts';
import { evaluateFactory, loadAlarmsByFactory } from '#server/features/alarm/evaluate-rules.ts';

const ALL_MEASURES = new Set(ALARM_MEASURES);

/** Evaluates the alarm rules of all factories once, without a lease. */
export async function evaluateAlarms(db: Db): Promise<void> {
  for (const alarms of await loadAlarmsByFactory(db))
    await evaluateFactory(db, alarms, ALL_MEASURES, async () => true);
}
