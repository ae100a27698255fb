import { defineStateMachine } from '#shared/kernel/machine.ts';

export const CARD_STATES = ['active', 'outsourced', 'completed', 'split', 'combined', 'scrapped'] as const;
export type CardState = (typeof CARD_STATES)[number];

const CARD_EVENTS = [
  'split',
  'unpack',
  'combine',
  'outsource',
  'return',
  'complete',
  'scrap',
  'retract',
] as const;
export type CardEvent = (typeof CARD_EVENTS)[number];

/**
 * The states of a process card. People split, unpack and combine cards; such a card ends, and new cards hold its
 * pieces. The server itself triggers `complete`, `scrap` and `retract`, depending on the reports of the pieces.
 */
export const cardStateMachine = defineStateMachine({
  name: 'card',
  states: CARD_STATES,
  events: CARD_EVENTS,
  initial: 'active',
  moves: {
    active: {
      split: 'split',
      unpack: 'split',
      combine: 'combined',
      outsource: 'outsourced',
      complete: 'completed',
      scrap: 'scrapped',
    },
    outsourced: { return: 'active' },
    completed: { retract: 'active' },
    scrapped: { retract: 'active' },
    split: {},
    combined: {},
  },
});

/**
 * The states of cards that hold pieces. The quantities of the cards of a part in these states add up to the quantity of
 * the part.
 */
export const LIVING_CARD_STATES = [
  'active',
  'outsourced',
  'completed',
  'scrapped',
] as const satisfies readonly CardState[];

/** Whether a card in this state holds pieces: whether it has not been split, unpacked or combined. */
export const isCardLiving = (state: CardState): boolean =>
  (LIVING_CARD_STATES as readonly CardState[]).includes(state);
