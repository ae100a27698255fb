import type { StateMachine } from '#shared/kernel/machine.ts';
import { cardStateMachine, type CardEvent, type CardState } from '#shared/machines/card.ts';
import type { TestFactory } from './floor.ts';
import { thenRun, type IllegalOutcome, type StateEventCalls } from './state-event-tests.ts';

const QUANTITY = 3;

/** The events of cards that no call fires yet. */
export const CARD_EVENTS_WITHOUT_CALL = ['outsource', 'return'] as const satisfies readonly CardEvent[];
type CalledCardEvent = Exclude<CardEvent, (typeof CARD_EVENTS_WITHOUT_CALL)[number]>;
export const calledCardMachine: StateMachine<CardState, CalledCardEvent> = {
  ...cardStateMachine,
  events: cardStateMachine.events.filter(
    (event): event is CalledCardEvent => !(CARD_EVENTS_WITHOUT_CALL as readonly CardEvent[]).includes(event),
  ),
};

interface CardRow {
  id: number;
  partId: number;
  processId: number;
  reportId: number | null;
}

/** The outcome of a report for a card in a state that does not allow the event; null if the state allows it. */
const CARD_REPORT_OUTCOMES: Record<
  CardState,
  Record<Extract<CalledCardEvent, 'complete' | 'scrap' | 'retract'>, IllegalOutcome | null>
> = {
  // A card without reports has none to reverse.
  active: { complete: null, scrap: null, retract: 'rowNotFound' },
  outsourced: { complete: 'cardState', scrap: 'cardState', retract: 'rowNotFound' },
  completed: { complete: 'quantityExceedsCard', scrap: 'quantityExceedsCard', retract: null },
  scrapped: { complete: 'quantityExceedsCard', scrap: 'quantityExceedsCard', retract: null },
  split: { complete: 'cardEnded', scrap: 'cardEnded', retract: 'rowNotFound' },
  combined: { complete: 'cardEnded', scrap: 'cardEnded', retract: 'rowNotFound' },
};

/** Makes the calls that bring cards into their states and that fire their events. */
export function prepareCards(
  factory: TestFactory,
): Promise<StateEventCalls<CardState, CalledCardEvent, CardRow>> {
  const { call, connection, factoryId } = factory;
  const readCard = (id: number) =>
    call<{ version: number; state: CardState }>('/mes/process/card/get', { id });
  const listCards = (partId: number) =>
    connection.db
      .selectFrom('card')
      .select(['id', 'version', 'state'])
      .where('factoryId', '=', factoryId)
      .where('partId', '=', partId)
      .orderBy('id')
      .execute();
  const addActiveCard = async (): Promise<CardRow> => {
    const order = await factory.createOrder(QUANTITY, [{ name: 'Turning', manMachineRatio: 0.01 }]);
    const [card] = await listCards(order.partId);
    return { id: card!.id, partId: order.partId, processId: order.processIds[0]!, reportId: null };
  };
  const makeCardChange = (verb: string, fields: Record<string, unknown>) => async (row: CardRow) =>
    call(`/mes/process/card/${verb}`, {
      cardId: row.id,
      version: (await readCard(row.id)).version,
      ...fields,
    });
  /** Combines a card with another card of its part. If there is no other card, divides the card first. */
  const combineCard = async (row: CardRow) => {
    const otherCards = (await listCards(row.partId)).filter(
      ({ id, state }) => id !== row.id && state === 'active',
    );
    const { version } = await readCard(row.id);
    return call('/mes/process/card/combine', {
      cards: [
        { cardId: row.id, version },
        ...otherCards.map((other) => ({ cardId: other.id, version: other.version })),
      ].slice(0, 2),
    });
  };
  const makeRecordedReport = (fields: Record<string, number>) => async (row: CardRow) => {
    const { reportId } = await call<{ reportId: number }>('/mes/report/record', {
      processId: row.processId,
      cardId: row.id,
      minutes: 1,
      ...fields,
    });
    row.reportId = reportId;
  };
  /** Adds an active card of a part with two cards, so that it can be combined. */
  const addFirstOfTwoCards = async (): Promise<CardRow> => {
    const row = await addActiveCard();
    await makeCardChange('split', { quantity: 1 })(row);
    const cards = await listCards(row.partId);
    return { ...row, id: cards.at(-1)!.id };
  };
  const REST = QUANTITY - 1;
  const fire: Record<CalledCardEvent, (row: CardRow) => Promise<unknown>> = {
    split: makeCardChange('split', { quantity: 1 }),
    unpack: makeCardChange('unpack', { count: 2 }),
    combine: combineCard,
    complete: makeRecordedReport({ good: REST }),
    scrap: makeRecordedReport({ good: 0, scrap: REST }),
    retract: ({ reportId, id }) =>
      call('/mes/report/reverse', { reportId: reportId ?? id, reason: 'counted wrong' }),
  };
  const outsourceCard = ({ id }: CardRow) =>
    connection.db
      .updateTable('card')
      .set({ state: 'outsourced' })
      .where('factoryId', '=', factoryId)
      .where('id', '=', id)
      .execute();
  return Promise.resolve({
    enter: {
      active: addFirstOfTwoCards,
      outsourced: thenRun(addFirstOfTwoCards, outsourceCard),
      completed: thenRun(addFirstOfTwoCards, fire.complete),
      scrapped: thenRun(addFirstOfTwoCards, fire.scrap),
      split: thenRun(addFirstOfTwoCards, fire.split),
      combined: thenRun(addFirstOfTwoCards, combineCard),
    },
    fire,
    readState: async ({ id }) => (await readCard(id)).state,
    getIllegalOutcome: (state, event) =>
      event === 'complete' || event === 'scrap' || event === 'retract'
        ? CARD_REPORT_OUTCOMES[state][event]!
        : 'cardState',
  });
}
