import { addQuantities, roundQuantity, scaleQuantity, subtractQuantities } from './quantity.ts';

/** The smallest difference between two quantities. */
const QUANTITY_STEP = 0.0001;

interface DividedPart {
  id: number;
  parentId: number | null;
  quantity: number;
  /** How many pieces go into one piece of the parent part; null means 1. */
  quantityPer: number | null;
}

interface DividedProcess {
  id: number;
  partId: number;
  /** The planned quantity; null means the quantity of the part. */
  plannedQuantity: number | null;
  /** The part of the planned quantity that replaces scrapped pieces. It stays with the source order. */
  scrapAllowance?: number | null;
  received: number;
}

/** An order with its parts and processes. */
export interface DividedOrder<P extends DividedProcess = DividedProcess> {
  quantity: number;
  parts: readonly DividedPart[];
  processes: readonly P[];
}

/**
 * The shares of a divided quantity: the share of the source order, and the share of the new order. Their sum is the old
 * quantity.
 */
export interface QuantityShares {
  remaining: number;
  splitOff: number;
}

/** The quantities of an order, its parts and its processes after a split. */
export interface OrderSplit<P extends DividedProcess = DividedProcess> {
  order: QuantityShares;
  /** The shares by the id of the part. */
  parts: ReadonlyMap<number, QuantityShares>;
  /** The shares by the id of the process. */
  processes: ReadonlyMap<number, QuantityShares>;
  /** The first process that would keep less than it has received; null if there is none. */
  blockingProcess: P | null;
  /** Whether the quantities of the source order and of each of its parts and processes stay above 0. */
  hasRemainder: boolean;
}

/**
 * Divides a quantity in proportion to another quantity that is already divided. A whole quantity is divided
 * into whole numbers, rounded up for the new order. If the source order would then lack pieces, the exact
 * shares are used instead.
 * @param piecesPerFollowedPiece how many pieces each piece of `followedShares` needs
 */
function divideQuantity(
  quantity: number,
  followedShares: QuantityShares,
  piecesPerFollowedPiece: number,
): QuantityShares {
  const total = followedShares.remaining + followedShares.splitOff;
  const wholeShare = scaleQuantity(quantity, total, followedShares.splitOff);
  const neededQuantity = Math.min(
    followedShares.remaining * piecesPerFollowedPiece,
    (quantity * followedShares.remaining) / total,
  );
  const remaining = subtractQuantities(quantity, wholeShare);
  if (remaining >= roundQuantity(neededQuantity)) return { remaining, splitOff: wholeShare };
  const exactShare = Math.max(QUANTITY_STEP, roundQuantity((quantity * followedShares.splitOff) / total));
  return { remaining: subtractQuantities(quantity, exactShare), splitOff: exactShare };
}

/**
 * Divides the quantities of an order, of its parts and of their processes, if a quantity is split off. Root parts
 * follow the order, other parts follow their parents, and processes follow their parts.
 */
export function divideOrder<P extends DividedProcess>(
  { quantity, parts, processes }: DividedOrder<P>,
  splitOff: number,
): OrderSplit<P> {
  const order = { remaining: subtractQuantities(quantity, splitOff), splitOff };
  const partById = new Map(parts.map((part) => [part.id, part]));
  const partShares = new Map<number, QuantityShares>();
  const dividePart = (part: DividedPart): QuantityShares => {
    const knownShares = partShares.get(part.id);
    if (knownShares) return knownShares;
    const parent = part.parentId === null ? undefined : partById.get(part.parentId);
    const shares = divideQuantity(
      part.quantity,
      parent ? dividePart(parent) : order,
      parent ? (part.quantityPer ?? 1) : 1,
    );
    partShares.set(part.id, shares);
    return shares;
  };
  for (const part of parts) dividePart(part);
  const processShares = new Map(
    processes.map((process) => {
      const planned = process.plannedQuantity ?? partById.get(process.partId)!.quantity;
      const allowance = process.scrapAllowance ?? 0;
      const neededQuantity = subtractQuantities(planned, allowance);
      const { remaining, splitOff: share } = divideQuantity(
        neededQuantity,
        partShares.get(process.partId)!,
        1,
      );
      return [process.id, { remaining: addQuantities(remaining, allowance), splitOff: share }];
    }),
  );
  return {
    order,
    parts: partShares,
    processes: processShares,
    blockingProcess:
      processes.find((process) => processShares.get(process.id)!.remaining < process.received) ?? null,
    hasRemainder: [order, ...partShares.values(), ...processShares.values()].every(
      ({ remaining }) => remaining > 0,
    ),
  };
}

/** Whether a split is possible: each process keeps its received quantity, and no quantity becomes 0. */
export const isSplitPossible = ({ blockingProcess, hasRemainder }: OrderSplit): boolean =>
  blockingProcess === null && hasRemainder;

/**
 * Finds the largest quantity that can be split off an order. It is a whole number if the quantity of the order is a
 * whole number.
 * @returns the quantity; 0 if nothing can be split off
 */
export function findLargestSplit(order: DividedOrder): number {
  const step = Number.isInteger(order.quantity) ? 1 : QUANTITY_STEP;
  let largestPossible = 0;
  let smallestImpossible = Math.round(order.quantity / step);
  while (smallestImpossible - largestPossible > 1) {
    const middle = Math.floor((largestPossible + smallestImpossible) / 2);
    if (isSplitPossible(divideOrder(order, roundQuantity(middle * step)))) largestPossible = middle;
    else smallestImpossible = middle;
  }
  return roundQuantity(largestPossible * step);
}
