import { defineStateMachine } from '#shared/kernel/machine.ts';

export const ALARM_STATES = ['firing', 'acknowledged', 'resolved'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** The states of an alarm whose condition still holds. */
export const OPEN_ALARM_STATES = ['firing', 'acknowledged'] as const satisfies readonly AlarmState[];
export type OpenAlarmState = (typeof OPEN_ALARM_STATES)[number];

const ALARM_EVENTS = ['acknowledge', 'resolve', 'recur'] as const;
export type AlarmEvent = (typeof ALARM_EVENTS)[number];

/**
 * The states of an alarm. A person acknowledges the alarm. The server resolves the alarm when its condition
 * has ended, even if nobody has acknowledged the alarm. If the condition soon holds again, the same alarm
 * recurs.
 */
export const alarmStateMachine = defineStateMachine({
  name: 'alarm',
  states: ALARM_STATES,
  events: ALARM_EVENTS,
  initial: 'firing',
  moves: {
    firing: { acknowledge: 'acknowledged', resolve: 'resolved' },
    acknowledged: { resolve: 'resolved' },
    resolved: { recur: 'firing' },
  },
});
