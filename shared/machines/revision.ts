import { defineMachine } from '#shared/kernel/machine.ts';

export const EDITION_STATES = ['draft', 'published', 'withdrawn'] as const;
export type EditionState = (typeof EDITION_STATES)[number];

export const EDITION_EVENTS = ['publish', 'withdraw'] as const;
export type EditionEvent = (typeof EDITION_EVENTS)[number];

/** The life of one edition of a document: only a draft is changed; publishing the next edition withdraws the one before. */
export const editionMachine = defineMachine({
  name: 'edition',
  states: EDITION_STATES,
  events: EDITION_EVENTS,
  initial: 'draft',
  moves: {
    draft: { publish: 'published' },
    published: { withdraw: 'withdrawn' },
    withdrawn: {},
  },
});
