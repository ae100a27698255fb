import type { OpenAlarm } from '#shared/answers/open-alarm.ts';

type SortedAlarm = Pick<OpenAlarm, 'state' | 'severity' | 'escalatedAt' | 'firedAt' | 'id'>;

/**
 * Compares alarms for sorting: unacknowledged alarms first, then critical, then escalated, then older alarms. The
 * server lists open alarms in the same order.
 */
export const compareAlarms = (a: SortedAlarm, b: SortedAlarm): number =>
  Number(b.state === 'firing') - Number(a.state === 'firing') ||
  Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
  Number(b.escalatedAt !== null) - Number(a.escalatedAt !== null) ||
  a.firedAt.localeCompare(b.firedAt) ||
  a.id - b.id;
