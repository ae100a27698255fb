import { defineStateMachine } from '#shared/kernel/machine.ts';

export const OUTSOURCING_STATES = [
  'draft',
  'partlySent',
  'sent',
  'partlyReturned',
  'completed',
  'cancelled',
] as const;
export type OutsourcingState = (typeof OUTSOURCING_STATES)[number];

/** The states in which the processes of an outsourcing order are reserved for its supplier. */
export const OPEN_OUTSOURCING_STATES = [
  'draft',
  'partlySent',
  'sent',
  'partlyReturned',
] as const satisfies readonly OutsourcingState[];

const OUTSOURCING_EVENTS = [
  'changeOutsourcing',
  'sendPieces',
  'returnPieces',
  'takeBackPieces',
  'reverseMovement',
  'endOutsourcing',
  'cancelOutsourcing',
] as const;
export type OutsourcingEvent = (typeof OUTSOURCING_EVENTS)[number];

/**
 * The states of an outsourcing order. The server derives the state from the quantities after each event, except that a
 * person ends or cancels an order. The table contains one possible state after each event, for example `partlySent`
 * after a first shipment and `sent` after a second one. If all pieces are taken back, the order is a draft again. Only
 * a draft can be cancelled, because none of its pieces has been sent.
 */
export const outsourcingStateMachine = defineStateMachine({
  name: 'outsourcingOrder',
  states: OUTSOURCING_STATES,
  events: OUTSOURCING_EVENTS,
  initial: 'draft',
  moves: {
    draft: {
      changeOutsourcing: 'draft',
      sendPieces: 'partlySent',
      reverseMovement: 'partlySent',
      cancelOutsourcing: 'cancelled',
    },
    partlySent: {
      changeOutsourcing: 'partlySent',
      sendPieces: 'sent',
      returnPieces: 'partlyReturned',
      takeBackPieces: 'draft',
      reverseMovement: 'draft',
    },
    sent: {
      changeOutsourcing: 'sent',
      returnPieces: 'partlyReturned',
      takeBackPieces: 'draft',
      reverseMovement: 'draft',
    },
    partlyReturned: {
      changeOutsourcing: 'partlyReturned',
      sendPieces: 'partlyReturned',
      returnPieces: 'partlyReturned',
      takeBackPieces: 'partlyReturned',
      reverseMovement: 'partlySent',
      endOutsourcing: 'completed',
    },
    completed: { reverseMovement: 'partlyReturned' },
    cancelled: {},
  },
});
