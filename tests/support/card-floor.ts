import type { Entity } from '#shared/entities/index.ts';
import type { ScanAnswer } from '#shared/answers/terminal.ts';
import type { CreatedOrder, RefusedCallError, TestFactory } from './floor.ts';
import { startWorkByNewPerson } from './reports.ts';

type Card = Entity<'card'>;
/** The answer of a call that replaces cards by new ones. */
export interface NewCards {
  cards: { id: number; code: string; quantity: number }[];
}
type CardAnswer = Extract<ScanAnswer, { kind: 'card' }>;

/** Returns functions that read, divide, combine and report the cards of a factory. */
export function createCardFloor(factory: TestFactory) {
  const call = <T>(path: string, fields: Record<string, unknown>) => factory.call<T>(path, fields);
  const listCards = async (partId: number) =>
    (
      await call<{ rows: Card[] }>('/mes/process/card/page', {
        filter: JSON.stringify({ partId }),
        sort: 'id',
      })
    ).rows;
  const readCard = (id: number) => call<Card>('/mes/process/card/get', { id });
  const readIdAndVersion = async (cardId: number) => ({ cardId, version: (await readCard(cardId)).version });
  const split = async (cardId: number, quantity: number) =>
    (await call<NewCards>('/mes/process/card/split', { ...(await readIdAndVersion(cardId)), quantity }))
      .cards;
  const unpack = async (cardId: number, count: number) =>
    (await call<NewCards>('/mes/process/card/unpack', { ...(await readIdAndVersion(cardId)), count })).cards;
  const combine = async (...cardIds: number[]) => {
    const cards = await Promise.all(cardIds.map(readIdAndVersion));
    return (await call<NewCards>('/mes/process/card/combine', { cards })).cards[0]!;
  };
  const start = (processId: number, quantity: number, cardId?: number) =>
    startWorkByNewPerson(factory, processId, quantity, { cardId });
  const work = async (processId: number, good: number, cardId?: number, bad: Record<string, number> = {}) => {
    const total = good + (bad['scrap'] ?? 0) + (bad['rework'] ?? 0);
    const { reportId } = await start(processId, total, cardId);
    await call('/mes/report/finish', { reportId, good, ...bad });
    return reportId;
  };
  const scan = (code: string) => call<CardAnswer>('/mes/floor/scan', { code });
  const readNext = async (code: string) =>
    (await scan(code)).processes.map(({ next }) => [next.step, next.quantity]);
  const readRefusal = (promise: Promise<unknown>): Promise<RefusedCallError> =>
    promise.then(
      () => Promise.reject(new Error('The call was accepted')),
      (error: unknown) => error as RefusedCallError,
    );
  const createOrder = (quantity: number, names = ['Turning', 'Milling', 'Grinding']) =>
    factory.createOrder(
      quantity,
      names.map((name) => ({ name, manMachineRatio: 0.01 })),
    );
  const getOnlyCard = async ({ partId }: CreatedOrder) => (await listCards(partId))[0]!;

  return {
    call,
    listCards,
    readCard,
    split,
    unpack,
    combine,
    start,
    work,
    scan,
    readNext,
    readRefusal,
    createOrder,
    getOnlyCard,
  };
}
export type CardFloor = ReturnType<typeof createCardFloor>;
