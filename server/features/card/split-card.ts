import { makeError } from '#shared/kernel/errors.ts';
import { addCardPieces } from '#shared/ledger/cards.ts';
import { divideCardPieces, divideEqually } from '#shared/ledger/divide-card.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import { lockCards, replaceCards, type LockedCards, type NewCard, type CardVersion } from './lock-cards.ts';

/** The new cards of a split, an unpacking or a combination. */
interface CardsAnswer {
  cards: { id: number; code: string; quantity: number }[];
}

/**
 * Divides a locked card into cards with the given quantities. The first cards get the pieces that have passed the most
 * processes.
 */
function divideCard({ cards, processes }: LockedCards, quantities: readonly number[]): NewCard[] {
  let remainingCard = { ...cards[0]! };
  const newCards: NewCard[] = [];
  for (const quantity of quantities.slice(0, -1)) {
    const splitPieces = divideCardPieces(remainingCard, processes, quantity);
    newCards.push({ quantity, pieces: splitPieces.splitOff });
    remainingCard = {
      ...remainingCard,
      quantity: subtractQuantities(remainingCard.quantity, quantity),
      pieces: splitPieces.rest,
    };
  }
  return [...newCards, remainingCard];
}

const listEdgesFromFirstCard = (newCards: readonly NewCard[]) =>
  newCards.map(({ quantity }, to) => ({ from: 0, to, quantity }));

/**
 * Splits a quantity off a card: the card ends, and two new cards hold its pieces. The first new card has the
 * split-off quantity, and gets the pieces that have passed the most processes.
 * @throws fieldsInvalid if nothing would remain; and the errors of `lockCards`
 */
export async function splitCard(
  tx: Transaction,
  { cardId, version, quantity }: CardVersion & { quantity: number },
): Promise<CardsAnswer> {
  const lockedCards = await lockCards(tx, [{ cardId, version }], 'split');
  const remainingQuantity = subtractQuantities(lockedCards.cards[0]!.quantity, quantity);
  if (quantity <= 0 || remainingQuantity <= 0)
    throw makeError(
      'splitExceedsCard',
      { code: lockedCards.cards[0]!.code, held: lockedCards.cards[0]!.quantity, quantity },
      { quantity: { reason: 'tooLarge', params: { max: lockedCards.cards[0]!.quantity } } },
    );
  const newCards = divideCard(lockedCards, [quantity, remainingQuantity]);
  return { cards: await replaceCards(tx, lockedCards, 'split', newCards, listEdgesFromFirstCard(newCards)) };
}

/**
 * Unpacks a card into several cards with equal quantities. The first cards get the pieces that have passed the most
 * processes.
 * @param input.count the number of new cards
 * @throws fieldsInvalid if the card has too few pieces; and the errors of `lockCards`
 */
export async function unpackCard(
  tx: Transaction,
  { cardId, version, count }: CardVersion & { count: number },
): Promise<CardsAnswer> {
  const lockedCards = await lockCards(tx, [{ cardId, version }], 'unpack');
  const { quantity } = lockedCards.cards[0]!;
  const quantities = divideEqually(quantity, count);
  if (quantities.some((share) => share <= 0) || (Number.isInteger(quantity) && quantity < count))
    throw makeError(
      'fieldsInvalid',
      {},
      { count: { reason: 'tooLarge', params: { max: Math.floor(quantity) } } },
    );
  const newCards = divideCard(lockedCards, quantities);
  return { cards: await replaceCards(tx, lockedCards, 'unpack', newCards, listEdgesFromFirstCard(newCards)) };
}

/**
 * Combines cards of the same part: they end, and one new card holds their pieces.
 * @throws fieldsInvalid if fewer than two cards are given, or a card is given twice; and the errors of `lockCards`
 */
export async function combineCards(
  tx: Transaction,
  cardVersions: readonly CardVersion[],
): Promise<CardsAnswer> {
  if (cardVersions.length < 2) throw makeError('fieldsInvalid', {}, { cards: { reason: 'required' } });
  if (new Set(cardVersions.map(({ cardId }) => cardId)).size < cardVersions.length)
    throw makeError('fieldsInvalid', {}, { cards: { reason: 'repeated' } });
  const lockedCards = await lockCards(tx, cardVersions, 'combine');
  const quantity = addQuantities(...lockedCards.cards.map((card) => card.quantity));
  const edges = lockedCards.cards.map((card, from) => ({ from, to: 0, quantity: card.quantity }));
  const newCard = { quantity, pieces: addCardPieces(lockedCards.cards) };
  return { cards: await replaceCards(tx, lockedCards, 'combine', [newCard], edges) };
}
