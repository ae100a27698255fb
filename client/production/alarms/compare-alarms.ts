import type { OpenAlarm } from '#shared/answers/open-alarm.ts';

type SortedAlarm = Pick<OpenAlarm, 'state' | 'severity' | 'escalatedAt' | 'firedAt' | 'id'>;

/**
 * Compares alarms for sorting: unacknowledged alarms first, then critical, then escalated, then older alarms. The
 * server lists open alarms in the same order.
 */
export const compareAlarms = (one: SortedAlarm, other: SortedAlarm): number =>
  Number(other.state === 'firing') - Number(one.state === 'firing') ||
  Number(other.severity === 'critical') - Number(one.severity === 'critical') ||
  Number(other.escalatedAt !== null) - Number(one.escalatedAt !== null) ||
  one.firedAt.localeCompare(other.firedAt) ||
  one.id - other.id;
