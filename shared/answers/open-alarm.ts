import type { AlarmComparison } from '../alarms/evaluate-alarm.ts';
import type { AlarmMeasure } from '../alarms/measures.ts';
import type { AlarmSeverity } from '../entities/alarm-rule.ts';
import type { OpenAlarmState } from '../machines/alarm.ts';

/** An alarm whose condition still holds. */
export type OpenAlarm = {
  id: number;
  version: number;
  /** The name of the rule. */
  name: string;
  /** The name of the screen, order, call, group or device; null for the whole factory. */
  subject: string | null;
  state: OpenAlarmState;
  severity: AlarmSeverity;
  measure: AlarmMeasure;
  /** The value at the time at which the alarm last fired. */
  firedValue: number;
  comparison: AlarmComparison;
  limitValue: number;
  sound: boolean;
  conditionSince: string;
  firedAt: string;
  firedCount: number;
  lastFiredAt: string;
  acknowledgedAt: string | null;
  acknowledgedBy: string | null;
  escalatedAt: string | null;
  /** The names of the roles to which the alarm was escalated. */
  escalatedTo: string | null;
};

/** An open alarm, as the bell of a person lists it. */
export type ListedAlarm = OpenAlarm & {
  /** Whether the alarm was escalated to a role of the person and still waits to be acknowledged. */
  isEscalatedToUser: boolean;
};
