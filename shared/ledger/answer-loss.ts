import { getPiecesPerPart } from './cards.ts';
import type { Ledger } from './process-state.ts';
import { addQuantities, roundQuantity, scaleQuantity, subtractQuantities } from './quantity.ts';

/** The ways to answer scrap: make replacement pieces, reduce the order, or accept that the order has fewer pieces. */
export const LOSS_ANSWERS = ['replenish', 'reduceOrder', 'acceptShort'] as const;
export type LossAnswer = (typeof LOSS_ANSWERS)[number];

/** Calculates how many scrapped pieces of a process have no answer yet. */
export const countUnansweredScrap = (process: Pick<Ledger, 'scrap' | 'acceptedLoss'>): number =>
  Math.max(0, subtractQuantities(process.scrap, process.acceptedLoss));

interface LossPart {
  id: number;
  parentId: number | null;
  quantity: number;
  /** How many pieces go into one piece of the parent part. */
  quantityPer: number;
  /** The number of additional pieces that replace scrapped pieces. */
  scrapAllowance: number;
}

type LossProcess = Pick<Ledger, 'plannedQuantity' | 'scrapAllowance' | 'received'> & {
  id: number;
  partId: number;
  seq: number;
};

/** An order with its parts and processes. */
export interface OrderWithLoss {
  quantity: number;
  parts: readonly LossPart[];
  processes: readonly LossProcess[];
}

/** The changes that an answer makes to the quantities of an order: the new quantity minus the old quantity. */
export interface QuantityChanges {
  order: number;
  /** The changes of each part, by the id of the part. */
  parts: ReadonlyMap<number, { quantity: number; scrapAllowance: number }>;
  /** The changes of each process, by the id of the process. */
  processes: ReadonlyMap<number, { plannedQuantity: number; scrapAllowance: number }>;
}

const getPart = ({ parts }: OrderWithLoss, id: number): LossPart => parts.find((part) => part.id === id)!;

const countPiecesPerPart = (order: OrderWithLoss, process: LossProcess): number =>
  getPiecesPerPart({ partQuantity: getPart(order, process.partId).quantity }, process);

/** The pieces that were used up for scrapped pieces, by the id of the part and of the process. */
interface LostPieces {
  parts: Map<number, number>;
  processes: Map<number, number>;
}

/**
 * Calculates how many pieces were used up for the scrapped pieces of a process: at this process, at earlier processes
 * of the part, and at all processes of the child parts.
 */
function countLostPieces(order: OrderWithLoss, process: LossProcess, quantity: number): LostPieces {
  const lostPieces: LostPieces = { parts: new Map(), processes: new Map() };
  const addLostParts = (partId: number, lostParts: number, lastSeq: number) => {
    lostPieces.parts.set(partId, roundQuantity(lostParts));
    for (const candidate of order.processes)
      if (candidate.partId === partId && candidate.seq <= lastSeq)
        lostPieces.processes.set(
          candidate.id,
          roundQuantity(lostParts * countPiecesPerPart(order, candidate)),
        );
    for (const child of order.parts)
      if (child.parentId === partId)
        addLostParts(child.id, lostParts * child.quantityPer, Number.POSITIVE_INFINITY);
  };
  addLostParts(process.partId, quantity / countPiecesPerPart(order, process), process.seq);
  lostPieces.processes.set(process.id, quantity);
  return lostPieces;
}

/**
 * Plans replacement pieces for the scrapped pieces of a process. The replacement pieces pass the processes of
 * the part up to this process, and need new pieces of the child parts.
 */
export function planReplenishment(
  order: OrderWithLoss,
  process: LossProcess,
  quantity: number,
): QuantityChanges {
  const lostPieces = countLostPieces(order, process, quantity);
  return {
    order: 0,
    parts: new Map(
      [...lostPieces.parts].map(([id, pieces]) => [id, { quantity: 0, scrapAllowance: pieces }]),
    ),
    processes: new Map(
      [...lostPieces.processes].map(([id, pieces]) => [
        id,
        { plannedQuantity: pieces, scrapAllowance: pieces },
      ]),
    ),
  };
}

/** Calculates the reduction of an order for the scrapped pieces of a process, in pieces of the order. */
function countLostOrderPieces(order: OrderWithLoss, process: LossProcess, quantity: number): number {
  let part = getPart(order, process.partId);
  let lostParts = quantity / countPiecesPerPart(order, process);
  while (part.parentId !== null) {
    lostParts /= part.quantityPer;
    part = getPart(order, part.parentId);
  }
  const exactQuantity = roundQuantity((lostParts * order.quantity) / part.quantity);
  return Number.isInteger(order.quantity) ? Math.ceil(exactQuantity) : exactQuantity;
}

/**
 * Plans the reduction of an order by the scrapped pieces of a process. The parts and processes are reduced in
 * proportion. The planned quantity of a process still includes the lost pieces that passed the process, and never falls
 * below its received quantity.
 * @returns the changes; null if the quantity of the order would become 0
 */
export function planReduction(
  order: OrderWithLoss,
  process: LossProcess,
  quantity: number,
): QuantityChanges | null {
  const reduction = countLostOrderPieces(order, process, quantity);
  const remaining = subtractQuantities(order.quantity, reduction);
  if (remaining <= 0) return null;
  const newPartQuantities = new Map(
    order.parts.map((part) => [part.id, scaleQuantity(part.quantity, order.quantity, remaining)]),
  );
  const lostPieces = countLostPieces(order, process, quantity);
  const processes = new Map<number, { plannedQuantity: number; scrapAllowance: number }>();
  const allowances = new Map<number, number>();
  for (const candidate of order.processes) {
    const { id, partId, plannedQuantity, scrapAllowance, received } = candidate;
    const piecesPerPart = countPiecesPerPart(order, candidate);
    const neededPieces = roundQuantity(newPartQuantities.get(partId)! * piecesPerPart);
    const plannedWithAllowance = addQuantities(
      neededPieces,
      scrapAllowance,
      lostPieces.processes.get(id) ?? 0,
    );
    const newPlanned = Math.min(plannedQuantity, Math.max(received, plannedWithAllowance));
    const newAllowance = Math.max(0, subtractQuantities(newPlanned, neededPieces));
    allowances.set(
      partId,
      Math.max(allowances.get(partId) ?? 0, roundQuantity(newAllowance / piecesPerPart)),
    );
    processes.set(id, {
      plannedQuantity: subtractQuantities(newPlanned, plannedQuantity),
      scrapAllowance: subtractQuantities(newAllowance, scrapAllowance),
    });
  }
  return {
    order: -reduction,
    parts: new Map(
      order.parts.map(({ id, quantity: oldQuantity, scrapAllowance }) => [
        id,
        {
          quantity: subtractQuantities(newPartQuantities.get(id)!, oldQuantity),
          scrapAllowance: subtractQuantities(allowances.get(id) ?? 0, scrapAllowance),
        },
      ]),
    ),
    processes,
  };
}

/** Reverses changes of quantities. */
export const reverseChanges = ({ order, parts, processes }: QuantityChanges): QuantityChanges => ({
  order: -order,
  parts: new Map(
    [...parts].map(([id, { quantity, scrapAllowance }]) => [
      id,
      { quantity: -quantity, scrapAllowance: -scrapAllowance },
    ]),
  ),
  processes: new Map(
    [...processes].map(([id, { plannedQuantity, scrapAllowance }]) => [
      id,
      { plannedQuantity: -plannedQuantity, scrapAllowance: -scrapAllowance },
    ]),
  ),
});

/** An answer to scrapped pieces of a process. */
export interface StoredLossAnswer {
  answerId: number;
  processId: number;
  processName: string;
  partName: string;
  answer: LossAnswer;
  quantity: number;
  reason: string;
  at: string;
  byName: string;
  /** The person, the time and the reason of the reversal; null if the answer is not reversed. */
  reversedBy: string | null;
  reversedAt: string | null;
  reverseReason: string | null;
}
