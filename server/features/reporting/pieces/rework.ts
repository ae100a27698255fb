import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { CARD_PIECE_KINDS, findCardPieces, type CardPieces } from '#shared/ledger/cards.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../../db/transaction.ts';
import type { CardMovement } from '../../../ledger/cards/cards.ts';
import type { StoredReport } from '../../../ledger/close-reports.ts';
import {
  findCardProcess,
  takeBackCardPieces,
  type ReportingCard,
} from '../../../ledger/cards/reporting-cards.ts';
import type { RoutingProcess } from '../../../ledger/routing.ts';
import { assertQuantityGiven } from '../guards.ts';
import { moveCardPieces, type ReportChunk } from '../report-chunk.ts';
import type { PieceAllocation } from './reported-pieces.ts';

// A report or a quality exception puts bad pieces that need rework into the bucket `reworkOpen`. The
// following process does not wait for these pieces. People report the rework like other work.

/**
 * Refuses to start the rework of more pieces than wait for it. If the part has several cards, only the
 * pieces of the scanned card count.
 * @throws fieldsInvalid, quantityExceedsRework
 */
export function refuseUnstartableRework(
  process: RoutingProcess,
  quantity: number,
  reportingCard: ReportingCard | null,
): void {
  assertQuantityGiven(quantity);
  const { reworkOpen: waitingQuantity } = reportingCard
    ? findCardProcess(reportingCard, process.id)
    : process;
  if (quantity > waitingQuantity)
    throw makeError(
      'quantityExceedsRework',
      { waiting: waitingQuantity, quantity },
      { quantity: { reason: 'tooLarge', params: { max: waitingQuantity } } },
    );
}

/**
 * Decides where the pieces of a rework report go. Reported pieces become good or scrap, or go through the
 * process again. Pieces that were started but not reported wait for rework again.
 * @throws quantityExceedsStarted
 */
export function allocateReworkedPieces(
  process: RoutingProcess,
  { id: reportId, started }: StoredReport,
  { good, scrap, rework }: CardPieces,
): PieceAllocation {
  const total = addQuantities(good, scrap, rework);
  if (total > started)
    throw makeError(
      'quantityExceedsStarted',
      { allowed: started, quantity: total },
      { good: { reason: 'tooLarge', params: { max: started } } },
    );
  return {
    excess: 0,
    post: () => [
      ...postMovement(process, 'inRework', 'good', good, { reportId }),
      ...postMovement(process, 'inRework', 'scrap', scrap, { reportId }),
      ...postMovement(process, 'inRework', 'machinable', rework, { reportId }),
      ...postMovement(process, 'inRework', 'reworkOpen', subtractQuantities(started, total), { reportId }),
    ],
  };
}

/**
 * Moves reworked pieces within the cards that hold them, if the part has several cards. The card of the report comes
 * first, then the cards with the most pieces in rework.
 */
export function moveReworkedCardPieces(
  chunk: ReportChunk,
  { id: processId, partId }: RoutingProcess,
  report: Pick<StoredReport, 'id' | 'cardId'>,
  reworkedPieces: CardPieces,
): void {
  const cards = chunk.cards.filter((card) => card.partId === partId);
  if (cards.length <= 1) return;
  const holderCards = cards
    .map(({ id, ...card }) => ({ cardId: id, held: findCardPieces(card, processId).rework }))
    .sort(
      (a, b) =>
        Number(b.cardId === report.cardId) - Number(a.cardId === report.cardId) ||
        b.held - a.held ||
        a.cardId - b.cardId,
    );
  const remainingPieces: CardPieces = {
    good: reworkedPieces.good,
    scrap: reworkedPieces.scrap,
    rework: reworkedPieces.rework,
  };
  for (const { cardId, held } of holderCards) {
    const takenPieces: CardPieces = { good: 0, scrap: 0, rework: 0 };
    let remainingQuantity = held;
    for (const kind of CARD_PIECE_KINDS) {
      takenPieces[kind] = Math.min(remainingQuantity, remainingPieces[kind]);
      remainingQuantity = subtractQuantities(remainingQuantity, takenPieces[kind]);
      remainingPieces[kind] = subtractQuantities(remainingPieces[kind], takenPieces[kind]);
    }
    if (remainingQuantity === held) continue;
    const movement: CardMovement = {
      cardId,
      processId,
      reportId: report.id,
      good: takenPieces.good,
      scrap: takenPieces.scrap,
      rework: subtractQuantities(remainingQuantity, held),
    };
    moveCardPieces(chunk, movement, partId);
  }
}

/** Loads the pieces that a rework report has moved within cards. */
async function loadMovedPieces(
  { db, factoryId }: Transaction,
  reportId: number,
): Promise<(CardPieces & { cardId: number })[]> {
  const { rows } = await sql<CardPieces & { cardId: number }>`
    select card_id, good, scrap, rework from card_movement
    where factory_id = ${factoryId} and report_id = ${reportId} order by card_id`.execute(db);
  return rows;
}

/**
 * Finds the cards from which the good and scrapped pieces of a reversed rework report are taken. At these cards, the
 * pieces wait for rework again. Pieces that the report had sent through the process again also wait for rework, but at
 * the card from which the report had taken them, and only if this card still holds pieces.
 * @throws cardPiecesUsed
 */
export async function takeBackReworkedCardPieces(
  { tx, routing, cards }: ReportChunk,
  process: RoutingProcess,
  report: StoredReport,
  reversal: { reportId: number },
): Promise<CardMovement[]> {
  const { id, good, scrap } = report;
  if (cards.filter(({ partId }) => partId === process.partId).length <= 1) return [];
  const movedPieces = await loadMovedPieces(tx, id);
  const sources = movedPieces.length > 0 ? movedPieces : [{ cardId: null, good, scrap, rework: 0 }];
  const movements: CardMovement[] = [];
  for (const source of sources) {
    const pieces = { good: source.good, scrap: source.scrap, rework: 0, cardId: source.cardId };
    const sourceMovements = await takeBackCardPieces(tx, routing, cards, process, pieces, reversal);
    const holdsPieces = cards.some((card) => card.id === source.cardId);
    const machinedAgainQuantity = holdsPieces ? -addQuantities(source.good, source.scrap, source.rework) : 0;
    const giverMovements = sourceMovements.map((movement) => ({
      ...movement,
      rework: -addQuantities(movement.good, movement.scrap),
    }));
    movements.push(...giverMovements);
    if (machinedAgainQuantity > 0)
      movements.push({
        cardId: source.cardId!,
        processId: process.id,
        ...reversal,
        good: 0,
        scrap: 0,
        rework: machinedAgainQuantity,
      });
  }
  return movements;
}
