import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import type { Db } from '#server/db/database.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import { makeUniqueText } from './makers.ts';

/**
 * Raises an alarm that stays open, because its value can never fall below its limit.
 * @param caller calls the MES as a user with all permissions
 * @param prefix a prefix of the name of the rule, so that a test can recognise the alarm
 * @returns the id of the alarm
 */
export async function raiseSampleAlarm(
  db: Db,
  caller: { call: <T>(path: string, fields: Record<string, unknown>) => Promise<T> },
  prefix = '',
): Promise<number> {
  const name = `${prefix}${makeUniqueText()}`;
  await caller.call('/mes/system/alarmRule/save', { name, measure: 'attainmentByNow', limitValue: 0 });
  await evaluateAlarms(db);
  const { rows } = await caller.call<{ rows: ListedAlarm[] }>('/mes/alarm/open', {});
  const alarm = rows.find((row) => row.name === name);
  if (!alarm) throw new Error('The sample rule has raised no alarm');
  return alarm.id;
}
