import { defineStateMachine } from '#shared/kernel/machine.ts';

export const QUALITY_STATES = [
  'waitingForInitiation',
  'remediesInCountersign',
  'remediesRejected',
  'tracingCountersign',
  'finished',
  'cancelled',
] as const;
export type QualityState = (typeof QUALITY_STATES)[number];

/** The states in which pieces are on hold for an exception. */
export const HOLDING_QUALITY_STATES = [
  'waitingForInitiation',
  'remediesInCountersign',
  'remediesRejected',
] as const satisfies readonly QualityState[];

/** The states of an exception that still needs action. */
export const OPEN_QUALITY_STATES = [
  ...HOLDING_QUALITY_STATES,
  'tracingCountersign',
] as const satisfies readonly QualityState[];

const QUALITY_EVENTS = [
  'determine',
  'passRemedies',
  'rejectRemedies',
  'trace',
  'passTracing',
  'rejectTracing',
  'cancel',
] as const;
export type QualityEvent = (typeof QUALITY_EVENTS)[number];

/**
 * The states of a quality exception. The remedies are countersigned first, so that the pieces can move on. The
 * responsible people and the loss are countersigned after that. A countersign is passed when all signers have passed
 * it, and rejected as soon as one signer does not pass it. A finished exception is never opened again.
 */
export const qualityExceptionStateMachine = defineStateMachine({
  name: 'qualityException',
  states: QUALITY_STATES,
  events: QUALITY_EVENTS,
  initial: 'waitingForInitiation',
  moves: {
    waitingForInitiation: { determine: 'remediesInCountersign', cancel: 'cancelled' },
    remediesInCountersign: {
      passRemedies: 'tracingCountersign',
      rejectRemedies: 'remediesRejected',
      cancel: 'cancelled',
    },
    remediesRejected: { determine: 'remediesInCountersign', cancel: 'cancelled' },
    tracingCountersign: {
      trace: 'tracingCountersign',
      passTracing: 'finished',
      rejectTracing: 'tracingCountersign',
    },
    finished: {},
    cancelled: {},
  },
});

/**
 * The stages of the countersign: first the remedies for the pieces, then the tracing of the responsible people and the
 * loss.
 */
export const COUNTERSIGN_STAGES = ['remedies', 'tracing'] as const;
export type CountersignStage = (typeof COUNTERSIGN_STAGES)[number];

/** The results that a signer can give. A signer without a signature has not countersigned. */
export const SIGNATURE_RESULTS = ['passed', 'notPassed'] as const;
export type SignatureResult = (typeof SIGNATURE_RESULTS)[number];

/** For each stage, the event that follows from a signature that decides the countersign. */
export const EVENT_BY_SIGNATURE: Readonly<
  Record<CountersignStage, Readonly<Record<SignatureResult, QualityEvent>>>
> = {
  remedies: { passed: 'passRemedies', notPassed: 'rejectRemedies' },
  tracing: { passed: 'passTracing', notPassed: 'rejectTracing' },
};
