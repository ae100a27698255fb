import { ALARM_MEASURE_PROPERTIES, type AlarmMeasure } from '#shared/alarms/measures.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { Db } from '../../db/database.ts';

const MEASURE: AlarmMeasure = 'screenSilentSeconds';
/** How long a screen may be silent, in seconds. A screen that restarts is silent for less. */
const MAX_SILENCE_SECONDS = 120;

/**
 * Adds the alarm rule with which every factory begins: a screen has gone dark. Only the bell and the list show its alarms,
 * because people at other walls can do nothing about it.
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
