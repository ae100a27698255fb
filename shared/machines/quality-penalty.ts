import { defineStateMachine } from '#shared/kernel/machine.ts';

export const PENALTY_STATES = ['penaltyProposed', 'penaltyApproved', 'penaltyRefused'] as const;
export type PenaltyState = (typeof PENALTY_STATES)[number];

const PENALTY_EVENTS = ['changeAmount', 'approvePenalty', 'refusePenalty'] as const;
export type PenaltyEvent = (typeof PENALTY_EVENTS)[number];

/**
 * The states of a penalty. The server proposes a penalty when an exception is finished, and a person decides about it.
 */
export const qualityPenaltyStateMachine = defineStateMachine({
  name: 'qualityPenalty',
  states: PENALTY_STATES,
  events: PENALTY_EVENTS,
  initial: 'penaltyProposed',
  moves: {
    penaltyProposed: {
      changeAmount: 'penaltyProposed',
      approvePenalty: 'penaltyApproved',
      refusePenalty: 'penaltyRefused',
    },
    penaltyApproved: {},
    penaltyRefused: {},
  },
});
