import type { CardState } from '../machines/card.ts';
import {
  calculateDeliveredQuantity,
  findPreviousProcesses,
  hasNoPiecesToWorkOn,
  type LedgerProcess,
} from './ledger.ts';
import { calculateReceivableQuantity, type Ledger } from './process-state.ts';
import { addQuantities, roundQuantity, subtractQuantities } from './quantity.ts';

/** The reported quantities of a card at a process. */
export interface CardPieces {
  good: number;
  scrap: number;
  rework: number;
}

export const CARD_PIECE_KINDS = ['good', 'scrap', 'rework'] as const satisfies readonly (keyof CardPieces)[];
const NO_PIECES: Readonly<CardPieces> = { good: 0, scrap: 0, rework: 0 };

/** A card that holds pieces of a part. */
export interface CardHolding {
  id: number;
  code: string;
  version: number;
  partId: number;
  quantity: number;
  state: CardState;
  /** The quantity of the part. */
  partQuantity: number;
  /** The reported pieces by the id of the process. */
  pieces: ReadonlyMap<number, CardPieces>;
  /** The pieces in open reports that name this card, by the id of the process. */
  inWork: ReadonlyMap<number, number>;
}

/** The data of a process that the rules of cards use. */
export type CardProcess = Pick<LedgerProcess, 'id' | 'partId' | 'seq'> &
  Pick<
    Ledger,
    | 'plannedQuantity'
    | 'scrapAllowance'
    | 'arrived'
    | 'received'
    | 'machinable'
    | 'inWork'
    | 'outsourced'
    | 'good'
    | 'concession'
    | 'scrap'
    | 'reworkOpen'
    | 'inRework'
  >;

export const findCardPieces = (card: Pick<CardHolding, 'pieces'>, processId: number): CardPieces =>
  card.pieces.get(processId) ?? NO_PIECES;

/** Adds up the pieces that a card has used at a process: its reported pieces, and the pieces in its open reports. */
export const countTakenPieces = (card: CardHolding, processId: number): number => {
  const { good, scrap, rework } = findCardPieces(card, processId);
  return addQuantities(good, scrap, rework, card.inWork.get(processId) ?? 0);
};

/** The smallest difference between two quantities of cards. */
export const SHARE_STEP = 0.0001;
/** Returns how many pieces a process makes for one piece of the part. */
export const getPiecesPerPart = (
  card: Pick<CardHolding, 'partQuantity'>,
  process: Pick<Ledger, 'plannedQuantity' | 'scrapAllowance'>,
): number => {
  const neededQuantity = subtractQuantities(process.plannedQuantity, process.scrapAllowance);
  return neededQuantity > 0 && card.partQuantity > 0 ? neededQuantity / card.partQuantity : 1;
};

/** Calculates how many pieces a process has to make for a card. */
export function calculateCardPlan(card: CardHolding, process: CardProcess): number {
  const share = card.quantity * getPiecesPerPart(card, process);
  const rounded = roundQuantity(share);
  return share - rounded > SHARE_STEP / 100 ? addQuantities(rounded, SHARE_STEP) : rounded;
}

/**
 * Calculates the pieces that a process delivered by reports without a card. They may belong to any card of the part.
 */
const countFreePieces = (process: CardProcess, cards: readonly CardHolding[]): number =>
  Math.max(
    0,
    subtractQuantities(
      calculateDeliveredQuantity(process),
      ...cards.map((card) => findCardPieces(card, process.id).good),
    ),
  );

/** Adds up the pieces of a process that wait for rework, and those that are being reworked. */
const countReworkPieces = ({ reworkOpen, inRework }: Pick<Ledger, 'reworkOpen' | 'inRework'>): number =>
  addQuantities(reworkOpen, inRework);

/**
 * Calculates how many pieces can be reworked by a card: the card's own bad pieces, and the bad pieces of
 * reports without a card.
 */
function countReworkableByCard(
  card: CardHolding,
  process: CardProcess,
  cards: readonly CardHolding[],
): number {
  const reworkOfOtherCards = cards
    .filter(({ id }) => id !== card.id)
    .map((other) => findCardPieces(other, process.id).rework);
  const remainingRework = subtractQuantities(countReworkPieces(process), ...reworkOfOtherCards);
  return Math.max(0, Math.min(process.reworkOpen, remainingRework));
}

/** Calculates how many pieces of a card have arrived at a process. */
function calculateCardArrival(
  card: CardHolding,
  process: CardProcess,
  routing: readonly CardProcess[],
  cards: readonly CardHolding[],
): number {
  return Math.min(
    calculateCardPlan(card, process),
    ...findPreviousProcesses(process, routing).map((previous) =>
      addQuantities(findCardPieces(card, previous.id).good, countFreePieces(previous, cards)),
    ),
  );
}

/**
 * Returns copies of the processes of a part, limited to the pieces that one card of the part can still use.
 * If the part has no other card, returns the processes unchanged.
 * @param routing the processes of the part
 * @param cards the cards that hold the pieces of the part
 */
export function limitToCard<P extends CardProcess>(
  card: CardHolding,
  cards: readonly CardHolding[],
  routing: readonly P[],
): P[] {
  if (cards.length <= 1) return [...routing];
  return routing.map((process) => {
    // If the process has no pieces left to work on, the card has none left there either.
    const remaining = hasNoPiecesToWorkOn(process)
      ? 0
      : Math.max(
          0,
          subtractQuantities(
            calculateCardArrival(card, process, routing, cards),
            countTakenPieces(card, process.id),
          ),
        );
    const inWork = card.inWork.get(process.id) ?? 0;
    const inWorkWithoutCard = Math.max(
      0,
      subtractQuantities(process.inWork, ...cards.map((other) => other.inWork.get(process.id) ?? 0)),
    );
    const machinable = Math.min(process.machinable, remaining);
    const receivable = Math.min(
      calculateReceivableQuantity(process),
      subtractQuantities(remaining, machinable),
    );
    return {
      ...process,
      machinable,
      received: 0,
      arrived: receivable,
      inWork: addQuantities(inWork, Math.min(inWorkWithoutCard, remaining)),
      outsourced: Math.min(process.outsourced, remaining),
      reworkOpen: countReworkableByCard(card, process, cards),
    };
  });
}

/** Returns the reported quantities of the only card of a part, from the ledgers of its processes. */
export const readOnlyCardPieces = (routing: readonly CardProcess[]): Map<number, CardPieces> =>
  new Map(
    routing.map((process) => [
      process.id,
      { good: calculateDeliveredQuantity(process), scrap: process.scrap, rework: countReworkPieces(process) },
    ]),
  );

/** Adds up the reported pieces of cards. */
export function addCardPieces(cards: readonly Pick<CardHolding, 'pieces'>[]): Map<number, CardPieces> {
  const sumsByProcess = new Map<number, CardPieces>();
  for (const { pieces } of cards)
    for (const [processId, { good, scrap, rework }] of pieces) {
      const sum = sumsByProcess.get(processId) ?? NO_PIECES;
      sumsByProcess.set(processId, {
        good: addQuantities(sum.good, good),
        scrap: addQuantities(sum.scrap, scrap),
        rework: addQuantities(sum.rework, rework),
      });
    }
  return sumsByProcess;
}

/** Calculates the number of untouched pieces of a card: the pieces that no process has received. */
export const countUntouchedPieces = (card: CardHolding, routing: readonly CardProcess[]): number =>
  Math.max(
    0,
    subtractQuantities(
      card.quantity,
      Math.max(
        0,
        ...routing.map((process) =>
          roundQuantity(countTakenPieces(card, process.id) / getPiecesPerPart(card, process)),
        ),
      ),
    ),
  );

/** Derives from the reported quantities whether the pieces of a card are completed or scrapped. */
export function deriveCardState(
  card: CardHolding,
  cards: readonly CardHolding[],
  routing: readonly (CardProcess & Pick<LedgerProcess, 'state'>)[],
): 'active' | 'completed' | 'scrapped' {
  if (routing.length === 0) return 'active';
  const isOnlyCard = cards.length <= 1;
  const lastSeq = Math.max(...routing.map(({ seq }) => seq));
  const lastProcesses = routing.filter(({ seq }) => seq === lastSeq);
  if (isOnlyCard && lastProcesses.some(({ state }) => state === 'scrapped')) return 'scrapped';
  const countScrap = (process: CardProcess) => findCardPieces(card, process.id).scrap;
  const scrapCount = addQuantities(
    ...routing.map((process) => roundQuantity(countScrap(process) / getPiecesPerPart(card, process))),
  );
  if (!isOnlyCard && scrapCount >= card.quantity) return 'scrapped';
  if (lastProcesses.every(({ state }) => state === 'completed' || state === 'specialAcceptance'))
    return 'completed';
  const isDone = (process: CardProcess) => {
    const target = subtractQuantities(card.quantity, scrapCount) * getPiecesPerPart(card, process);
    return findCardPieces(card, process.id).good >= roundQuantity(target);
  };
  return !isOnlyCard && lastProcesses.every(isDone) ? 'completed' : 'active';
}

/** The pieces that a reversal takes back from a card at a process. */
export interface TakenBackPieces {
  cardId: number;
  pieces: CardPieces;
}

/**
 * Finds the cards from which the pieces of a reversed report are taken back. If the card of the report has ended, its
 * successors lose pieces that no following process has used. If the report has no card, the cards lose pieces only if
 * they hold more than the process still has.
 * @param candidates the card of the report if it holds pieces, otherwise the cards that may hold the pieces now
 * @param isOwnCard whether the only candidate is the card of the report
 * @param routing the processes of the part after the reversal
 * @returns the pieces that each card loses; null if the cards hold too few unused pieces
 */
export function takeBackPieces(
  reversedPieces: CardPieces,
  process: CardProcess,
  routing: readonly CardProcess[],
  cards: readonly CardHolding[],
  candidates: readonly CardHolding[],
  isOwnCard: boolean,
): TakenBackPieces[] | null {
  const availablePieces: CardPieces = {
    good: calculateDeliveredQuantity(process),
    scrap: process.scrap,
    rework: countReworkPieces(process),
  };
  const followers = routing.filter((other) => findPreviousProcesses(other, routing).includes(process));
  const takenByCard = new Map<number, CardPieces>(candidates.map(({ id }) => [id, { ...NO_PIECES }]));
  for (const kind of CARD_PIECE_KINDS) {
    const heldQuantity = addQuantities(...cards.map((card) => findCardPieces(card, process.id)[kind]));
    const shortage = Math.max(0, subtractQuantities(heldQuantity, availablePieces[kind]));
    let missingQuantity = isOwnCard ? reversedPieces[kind] : Math.min(reversedPieces[kind], shortage);
    const freeQuantity = Math.max(
      0,
      subtractQuantities(addQuantities(availablePieces[kind], reversedPieces[kind]), heldQuantity),
    );
    const countUnusedPieces = (card: CardHolding): number => {
      const heldByCard = findCardPieces(card, process.id)[kind];
      if (kind !== 'good') return heldByCard;
      const usedQuantity = Math.max(0, ...followers.map((next) => countTakenPieces(card, next.id)));
      return Math.max(
        0,
        Math.min(heldByCard, subtractQuantities(addQuantities(heldByCard, freeQuantity), usedQuantity)),
      );
    };
    const sortedCandidates = candidates
      .map((card) => ({ card, unused: countUnusedPieces(card) }))
      .sort((a, b) => b.unused - a.unused || b.card.id - a.card.id);
    for (const { card, unused } of sortedCandidates) {
      const quantity = Math.min(missingQuantity, unused);
      takenByCard.get(card.id)![kind] = quantity;
      missingQuantity = subtractQuantities(missingQuantity, quantity);
    }
    if (missingQuantity > 0) return null;
  }
  return [...takenByCard]
    .map(([cardId, pieces]) => ({ cardId, pieces }))
    .filter(({ pieces }) => CARD_PIECE_KINDS.some((kind) => pieces[kind] > 0));
}
