import { defineStateMachine } from '#shared/kernel/machine.ts';

export const INSPECTION_STATES = [
  'inspecting',
  'inspectionPassed',
  'inspectionFailed',
  'inspectionReleased',
  'inspectionCancelled',
] as const;
export type InspectionState = (typeof INSPECTION_STATES)[number];

const INSPECTION_EVENTS = [
  'enterValues',
  'passInspection',
  'failInspection',
  'releaseInspection',
  'cancelInspection',
] as const;
export type InspectionEvent = (typeof INSPECTION_EVENTS)[number];

/**
 * The states of an inspection. When an inspection is concluded, its values decide whether it has passed or
 * failed. A person with the permission can release a failed inspection. Nothing else changes a concluded
 * inspection.
 */
export const inspectionStateMachine = defineStateMachine({
  name: 'inspection',
  states: INSPECTION_STATES,
  events: INSPECTION_EVENTS,
  initial: 'inspecting',
  moves: {
    inspecting: {
      enterValues: 'inspecting',
      passInspection: 'inspectionPassed',
      failInspection: 'inspectionFailed',
      cancelInspection: 'inspectionCancelled',
    },
    inspectionPassed: {},
    inspectionFailed: { releaseInspection: 'inspectionReleased' },
    inspectionReleased: {},
    inspectionCancelled: {},
  },
});
