import { defineStateMachine } from '#shared/kernel/machine.ts';

export const CALL_STATES = ['raised', 'acknowledged', 'onSite', 'solved', 'cancelled'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** The states of a call that still needs action. */
export const OPEN_CALL_STATES = ['raised', 'acknowledged', 'onSite'] as const satisfies readonly CallState[];
export type OpenCallState = (typeof OPEN_CALL_STATES)[number];

/** The steps that responders take, in order. Escalation rules limit the waiting time for each step. */
export const CALL_STEPS = ['acknowledge', 'arrive', 'solve'] as const;
type CallStep = (typeof CALL_STEPS)[number];

const CALL_EVENTS = [...CALL_STEPS, 'cancel'] as const;
export type CallEvent = (typeof CALL_EVENTS)[number];

/**
 * The states of an andon call: a responder acknowledges the call, arrives, and solves the problem. Before
 * somebody arrives, the call can be withdrawn.
 */
export const andonCallStateMachine = defineStateMachine({
  name: 'abnormalCall',
  states: CALL_STATES,
  events: CALL_EVENTS,
  initial: 'raised',
  moves: {
    raised: { acknowledge: 'acknowledged', cancel: 'cancelled' },
    acknowledged: { arrive: 'onSite', cancel: 'cancelled' },
    onSite: { solve: 'solved' },
    solved: {},
    cancelled: {},
  },
});

/** For each state of an open call, the step that responders must take next. */
export const STEP_BY_CALL_STATE: Readonly<Record<OpenCallState, CallStep>> = {
  raised: 'acknowledge',
  acknowledged: 'arrive',
  onSite: 'solve',
};
