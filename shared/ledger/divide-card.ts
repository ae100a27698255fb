import {
  findCardPieces,
  getPiecesPerPart,
  SHARE_STEP,
  type CardHolding,
  type CardPieces,
  type CardProcess,
} from './cards.ts';
import { addQuantities, roundQuantity, subtractQuantities } from './quantity.ts';

/**
 * The processes with one sequence number, and the pieces of a card at this stage. All quantities are in pieces of the
 * part.
 */
interface CardStage {
  rows: { process: CardProcess; pieces: CardPieces; piecesPerPart: number; good: number; bad: number }[];
  /** The pieces that have passed all processes of the stage. */
  passed: number;
  /** The pieces that have arrived and not yet passed. */
  waiting: number;
  bad: number;
}

/** Groups the processes of a card into stages, and counts the pieces of each stage. */
function listCardStages(
  card: Pick<CardHolding, 'quantity' | 'partQuantity' | 'pieces'>,
  routing: readonly CardProcess[],
): CardStage[] {
  const seqs = [...new Set(routing.map(({ seq }) => seq))].sort((a, b) => a - b);
  let arrived = card.quantity;
  return seqs.map((seq) => {
    const rows = routing
      .filter((process) => process.seq === seq)
      .map((process) => {
        const pieces = findCardPieces(card, process.id);
        const piecesPerPart = getPiecesPerPart(card, process);
        const bad = (pieces.scrap + pieces.rework) / piecesPerPart;
        return { process, pieces, piecesPerPart, good: pieces.good / piecesPerPart, bad };
      });
    const passed = Math.min(...rows.map(({ good }) => good));
    const bad = rows.reduce((sum, row) => sum + row.bad, 0);
    const waiting = Math.max(0, arrived - passed - bad);
    arrived = passed;
    return { rows, passed, waiting, bad };
  });
}

/**
 * Divides the reported pieces of a card. The quantity that is split off gets the pieces that have passed the most
 * stages. Bad pieces are split off only if there are too few other pieces.
 * @param routing the processes of the part
 * @param quantity the quantity that is split off
 * @returns the reported pieces of the quantity that is split off, and of the rest
 */
export function divideCardPieces(
  card: Pick<CardHolding, 'quantity' | 'partQuantity' | 'pieces'>,
  routing: readonly CardProcess[],
  quantity: number,
): { splitOff: Map<number, CardPieces>; rest: Map<number, CardPieces> } {
  const stages = listCardStages(card, routing);
  let missingQuantity = quantity;
  const takeQuantity = (available: number): number => {
    const takenQuantity = Math.min(missingQuantity, available);
    missingQuantity -= takenQuantity;
    return takenQuantity;
  };
  const stagesFromLast = stages.toReversed();
  const finishedQuantity = takeQuantity(stages.at(-1)?.passed ?? 0);
  const waiting = stagesFromLast.map((stage) => takeQuantity(stage.waiting));
  const bad = stagesFromLast.map((stage) => takeQuantity(stage.bad));
  const splitOff = new Map<number, CardPieces>();
  const rest = new Map<number, CardPieces>();
  let passed = finishedQuantity;
  for (const [index, { rows, ...stage }] of stagesFromLast.entries()) {
    let remainingBad = bad[index]!;
    for (const { process, pieces, piecesPerPart, good, bad: processBad } of rows) {
      // At parallel processes, some waiting pieces have passed one of the processes but not another one.
      const goodToTake = passed + Math.min(waiting[index]!, Math.max(0, good - stage.passed));
      const takenBad = Math.min(processBad, remainingBad);
      remainingBad -= takenBad;
      const badCount = Math.min(
        addQuantities(pieces.scrap, pieces.rework),
        roundQuantity(takenBad * piecesPerPart),
      );
      const rework = Math.min(pieces.rework, badCount);
      const takenPieces: CardPieces = {
        good: Math.min(pieces.good, roundQuantity(goodToTake * piecesPerPart)),
        scrap: subtractQuantities(badCount, rework),
        rework,
      };
      splitOff.set(process.id, takenPieces);
      rest.set(process.id, {
        good: subtractQuantities(pieces.good, takenPieces.good),
        scrap: subtractQuantities(pieces.scrap, takenPieces.scrap),
        rework: subtractQuantities(pieces.rework, takenPieces.rework),
      });
    }
    passed += waiting[index]! + bad[index]!;
  }
  return { splitOff, rest };
}

/**
 * Divides a quantity into equal parts. A whole quantity is divided into whole numbers; the first ones may be larger by
 * 1.
 */
export function divideEqually(quantity: number, count: number): number[] {
  const step = Number.isInteger(quantity) && quantity >= count ? 1 : SHARE_STEP;
  const steps = Math.round(quantity / step);
  const share = Math.floor(steps / count);
  return Array.from({ length: count }, (_, index) =>
    roundQuantity((share + (index < steps - share * count ? 1 : 0)) * step),
  );
}
