import { ALARM_MEASURE_PROPERTIES, type AlarmMeasure } from '#shared/alarms/measures.ts';
import type { AlarmSeverity } from '#shared/entities/alarm-rule.ts';
import { getStateStyle, type StateStyle } from '#client/kit/elements/state-style.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** The number of decimals of a percentage. Durations and counts have no decimals. */
const PERCENT_DECIMALS = 1;

/** Formats a value of a measure with its unit, such as '130 s' or '8.3 %'. */
export function formatAlarmValue(measure: AlarmMeasure, value: number, t: Translate): string {
  const { unit } = ALARM_MEASURE_PROPERTIES[measure];
  const text = formatNumber(value, unit === 'percent' ? PERCENT_DECIMALS : 0);
  return unit === null ? text : `${text} ${t(unit)}`;
}

/** Returns the style of the severity of an alarm that nobody has acknowledged. */
export const getSeverityStyle = (severity: AlarmSeverity): StateStyle =>
  getStateStyle(severity === 'critical' ? 'down' : 'raised');
