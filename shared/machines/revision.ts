import { defineStateMachine } from '#shared/kernel/machine.ts';

export const REVISION_STATES = ['draft', 'published', 'withdrawn'] as const;
export type RevisionState = (typeof REVISION_STATES)[number];

const REVISION_EVENTS = ['publish', 'withdraw'] as const;
export type RevisionEvent = (typeof REVISION_EVENTS)[number];

/**
 * The states of a document revision. Only a draft can be changed. When a revision is published, the server withdraws
 * the revision that was published before.
 */
export const revisionStateMachine = defineStateMachine({
  name: 'edition',
  states: REVISION_STATES,
  events: REVISION_EVENTS,
  initial: 'draft',
  moves: {
    draft: { publish: 'published' },
    published: { withdraw: 'withdrawn' },
    withdrawn: {},
  },
});
