import { calculateCardPlan, findCardPieces, type CardHolding, type CardPieces } from './cards.ts';
import { calculateDeliveredQuantity, type LedgerProcess } from './ledger.ts';
import type { HoldSource } from './quality.ts';
import { addQuantities, subtractQuantities } from './quantity.ts';

/** The places in which pieces of a part can be, in the order in which the pieces usually pass them. */
export const PIECE_PLACES = [
  'notStarted',
  'waiting',
  'inWork',
  'onHold',
  'inRework',
  'atSupplier',
  'scrapped',
  'finished',
  'inWarehouse',
  'consumed',
] as const;
export type PiecePlace = (typeof PIECE_PLACES)[number];

interface LocatedPieces {
  place: PiecePlace;
  /**
   * The process at which the pieces are, or for which they wait. For finished pieces, the last process of the
   * part.
   */
  processId: number;
  quantity: number;
  /**
   * The process and the bucket from which an exception can hold the pieces; null if no exception can hold
   * them.
   */
  hold: { processId: number; source: HoldSource } | null;
}

/** A card with the pieces that exceptions hold, by the id of the process. */
export interface TracedCard extends CardHolding {
  held: ReadonlyMap<number, number>;
}

/** The quantities of a part's finished pieces that are in the warehouse or in the assembly. */
interface TracedPart {
  warehoused: number;
  /** The pieces that the assembly has received. */
  consumed: number;
}

/** The pieces at one process, of a part or of some of its cards. */
interface PieceTally extends CardPieces {
  inWork: number;
  held: number;
}

/**
 * Chooses one process for each step of the routing, so that each piece is counted once. Of parallel
 * processes, it chooses the one that has delivered least, because a piece passes all of them.
 */
function chooseProcesses<P extends LedgerProcess>(processes: readonly P[]): P[] {
  const chosenBySeq = new Map<number, P>();
  for (const process of processes) {
    const other = chosenBySeq.get(process.seq);
    if (!other || calculateDeliveredQuantity(process) < calculateDeliveredQuantity(other))
      chosenBySeq.set(process.seq, process);
  }
  return [...chosenBySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

const tallyProcess = (process: LedgerProcess): PieceTally => ({
  good: calculateDeliveredQuantity(process),
  scrap: process.scrap,
  rework: addQuantities(process.reworkOpen, process.inRework),
  inWork: process.inWork,
  held: process.hold,
});

function tallyCards(cards: readonly TracedCard[], processId: number): PieceTally {
  const pieces = cards.map((card) => findCardPieces(card, processId));
  return {
    good: addQuantities(...pieces.map(({ good }) => good)),
    scrap: addQuantities(...pieces.map(({ scrap }) => scrap)),
    rework: addQuantities(...pieces.map(({ rework }) => rework)),
    inWork: addQuantities(...cards.map(({ inWork }) => inWork.get(processId) ?? 0)),
    held: addQuantities(...cards.map(({ held }) => held.get(processId) ?? 0)),
  };
}

/**
 * Adds up the pieces of some cards at a process. Pieces of reports without a card may belong to any card. They count as
 * pieces of the given cards, until the sum is the arrived quantity.
 */
function tallySomeCards(
  process: LedgerProcess,
  arrived: number,
  cards: readonly TracedCard[],
  allCards: readonly TracedCard[],
): PieceTally {
  const tally = tallyCards(cards, process.id);
  const piecesOnCards = tallyCards(allCards, process.id);
  const total = tallyProcess(process);
  let remaining = Math.max(0, subtractQuantities(arrived, ...Object.values(tally)));
  for (const kind of ['good', 'inWork', 'rework', 'held', 'scrap'] as const) {
    const piecesOnNoCard = Math.min(
      remaining,
      Math.max(0, subtractQuantities(total[kind], piecesOnCards[kind])),
    );
    tally[kind] = addQuantities(tally[kind], piecesOnNoCard);
    remaining = subtractQuantities(remaining, piecesOnNoCard);
  }
  return tally;
}

/**
 * Locates the pieces of a part, or of some of its cards. Each piece is in exactly one place, so that the quantities of
 * the places add up to `expected`.
 * @param processes the processes of the part
 * @param allCards the cards that hold the pieces of the part
 * @param cardIds the ids of the traced cards; null for the whole part
 */
export function locatePieces(
  part: TracedPart,
  processes: readonly LedgerProcess[],
  allCards: readonly TracedCard[],
  cardIds: ReadonlySet<number> | null,
): { places: LocatedPieces[]; expected: number } {
  const route = chooseProcesses(processes);
  const [first] = route;
  const includesAllCards = cardIds === null || allCards.every(({ id }) => cardIds.has(id));
  const cards = includesAllCards ? allCards : allCards.filter(({ id }) => cardIds.has(id));
  const places: LocatedPieces[] = [];
  const addPieces = (
    place: PiecePlace,
    { id }: LedgerProcess,
    quantity: number,
    hold: LocatedPieces['hold'] = null,
  ) => {
    if (quantity > 0) places.push({ place, processId: id, quantity, hold });
    return quantity;
  };
  if (!first || (!includesAllCards && cards.length === 0)) return { places, expected: 0 };
  let expected = includesAllCards
    ? Math.max(first.plannedQuantity, first.received)
    : addQuantities(...cards.map((card) => calculateCardPlan(card, first)));
  let arrived = expected;
  let previous: LedgerProcess | null = null;
  for (const process of route) {
    if (includesAllCards) {
      expected = addQuantities(expected, process.excess);
      arrived = addQuantities(arrived, process.excess);
    }
    const tally = includesAllCards
      ? tallyProcess(process)
      : tallySomeCards(process, arrived, cards, allCards);
    const makeHoldAt = (source: HoldSource) => ({ processId: process.id, source });
    let waiting = Math.max(0, subtractQuantities(arrived, ...Object.values(tally)));
    const takeWaiting = (quantity: number): number => {
      const takenQuantity = Math.min(waiting, quantity);
      waiting = subtractQuantities(waiting, takenQuantity);
      return takenQuantity;
    };
    addPieces('scrapped', process, tally.scrap);
    const reworkOpen = addPieces(
      'inRework',
      process,
      Math.min(tally.rework, process.reworkOpen),
      makeHoldAt('reworkOpen'),
    );
    addPieces('inRework', process, subtractQuantities(tally.rework, reworkOpen));
    addPieces('onHold', process, tally.held);
    addPieces('inWork', process, tally.inWork);
    addPieces('atSupplier', process, takeWaiting(process.outsourced));
    addPieces('waiting', process, takeWaiting(process.machinable), makeHoldAt('machinable'));
    if (previous === null) addPieces('notStarted', process, waiting);
    else
      addDeliveredPieces(previous, waiting, (quantity, hold) =>
        addPieces('waiting', process, quantity, hold),
      );
    previous = process;
    arrived = tally.good;
  }
  const last = route.at(-1)!;
  const inWarehouse = addPieces('inWarehouse', last, Math.min(arrived, part.warehoused));
  const consumed = addPieces(
    'consumed',
    last,
    Math.min(subtractQuantities(arrived, inWarehouse), part.consumed),
  );
  addDeliveredPieces(last, subtractQuantities(arrived, inWarehouse, consumed), (quantity, hold) =>
    addPieces('finished', last, quantity, hold),
  );
  return { places, expected };
}

/** Adds pieces that a process has delivered: first those in special acceptance, then the good ones. */
function addDeliveredPieces(
  { id, concession }: LedgerProcess,
  quantity: number,
  addPieces: (quantity: number, hold: LocatedPieces['hold']) => void,
): void {
  const concededQuantity = Math.min(quantity, concession);
  addPieces(concededQuantity, { processId: id, source: 'concession' });
  addPieces(subtractQuantities(quantity, concededQuantity), { processId: id, source: 'good' });
}
