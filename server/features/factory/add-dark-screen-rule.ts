import { ALARM_MEASURE_PROPERTIES, type AlarmMeasure } from '#shared/alarms/measures.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Db } from '../../db/database.ts';

const MEASURE: AlarmMeasure = 'screenSilentSeconds';
/** How long a screen may be silent, in seconds. A screen that restarts is silent for a shorter time. */
const MAX_SILENCE_SECONDS = 120;

/**
 * Adds the alarm rule that every new factory has: it reports screens that have gone dark. Only the bell and the list of
 * alarms show its alarms. Wall displays do not, because people in front of them can do nothing about a dark screen.
 * @param lang the language of the name of the rule
 */
export async function addDarkScreenRule(db: Db, factoryId: number, lang: Lang): Promise<void> {
  const { kind } = ALARM_MEASURE_PROPERTIES[MEASURE];
  await db
    .insertInto('alarmRule')
    .values({
      factoryId,
      name: translateTerm(lang, kind),
      alarmKind: kind,
      measure: MEASURE,
      limitValue: MAX_SILENCE_SECONDS,
      sound: false,
      onWalls: false,
    })
    .execute();
}
