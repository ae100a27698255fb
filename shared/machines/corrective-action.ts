import { defineStateMachine } from '#shared/kernel/machine.ts';

export const CORRECTIVE_STATES = [
  'correctiveOpen',
  'correctiveChecking',
  'correctiveEffective',
  'correctiveCancelled',
] as const;
export type CorrectiveState = (typeof CORRECTIVE_STATES)[number];

const CORRECTIVE_EVENTS = [
  'editCorrective',
  'planMeasure',
  'completeMeasure',
  'beginCheck',
  'judgeEffective',
  'judgeNotEffective',
  'recurDefect',
  'cancelCorrective',
] as const;
export type CorrectiveEvent = (typeof CORRECTIVE_EVENTS)[number];

/**
 * The states of a corrective action (8D). The check of the effect begins when the last measure is completed.
 * The action is open again if the check finds no effect, or if the defect comes back during the check or
 * after it.
 */
export const correctiveActionStateMachine = defineStateMachine({
  name: 'correctiveAction',
  states: CORRECTIVE_STATES,
  events: CORRECTIVE_EVENTS,
  initial: 'correctiveOpen',
  moves: {
    correctiveOpen: {
      editCorrective: 'correctiveOpen',
      planMeasure: 'correctiveOpen',
      completeMeasure: 'correctiveOpen',
      beginCheck: 'correctiveChecking',
      cancelCorrective: 'correctiveCancelled',
    },
    correctiveChecking: {
      judgeEffective: 'correctiveEffective',
      judgeNotEffective: 'correctiveOpen',
      recurDefect: 'correctiveOpen',
    },
    correctiveEffective: { recurDefect: 'correctiveOpen' },
    correctiveCancelled: {},
  },
});
