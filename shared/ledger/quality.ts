import { countUnansweredScrap } from './answer-loss.ts';
import {
  calculateDeliveredQuantity,
  findLastProcesses,
  findSupplyingProcesses,
  type LedgerPart,
  type LedgerProcess,
} from './ledger.ts';
import type { Ledger, LedgerBucket } from './process-state.ts';
import { addQuantities, countPiecesInSets, subtractQuantities } from './quantity.ts';

/**
 * The buckets from which an exception can hold pieces. Pieces in `hold` are those that a supplier has returned and
 * that are under no exception yet.
 */
export const HOLD_SOURCES = [
  'good',
  'scrap',
  'reworkOpen',
  'machinable',
  'concession',
  'hold',
] as const satisfies readonly LedgerBucket[];
export type HoldSource = (typeof HOLD_SOURCES)[number];

/** The ways to handle pieces on hold. */
export const HANDLING_WAYS = ['rework', 'concession', 'scrap'] as const;
/** The quantities of an exception by their handling. */
export type HandlingQuantities = Record<(typeof HANDLING_WAYS)[number], number>;

/**
 * Calculates how many good pieces and pieces in special acceptance of a process have neither been received by the
 * following processes nor gone into the warehouse.
 */
function calculateUnconsumedQuantity(
  process: LedgerProcess,
  routing: readonly LedgerProcess[],
  parts: ReadonlyMap<number, LedgerPart>,
): number {
  const usedQuantities = routing.flatMap((follower) =>
    (findSupplyingProcesses(follower, routing, parts) ?? [])
      .filter((supplier) => supplier.process.id === process.id)
      .map(({ quantityPer }) => countPiecesInSets(follower.received, quantityPer)),
  );
  const isLast = findLastProcesses(process.partId, routing).some(({ id }) => id === process.id);
  const warehoused = isLast ? (parts.get(process.partId)?.warehoused ?? 0) : 0;
  const usedQuantity = Math.max(0, ...usedQuantities);
  return Math.max(0, subtractQuantities(calculateDeliveredQuantity(process), usedQuantity, warehoused));
}

/**
 * Calculates how many pieces of each bucket of a process an exception can hold. Scrap with an answer cannot be held.
 * @param heldQuantity how many pieces of the process exceptions already hold
 */
export function calculateHoldableQuantities(
  process: LedgerProcess,
  routing: readonly LedgerProcess[],
  parts: ReadonlyMap<number, LedgerPart>,
  heldQuantity: number,
): Record<HoldSource, number> {
  const unconsumedQuantity = calculateUnconsumedQuantity(process, routing, parts);
  return {
    good: Math.min(process.good, unconsumedQuantity),
    scrap: countUnansweredScrap(process),
    reworkOpen: process.reworkOpen,
    machinable: process.machinable,
    concession: Math.min(process.concession, unconsumedQuantity),
    hold: Math.max(0, subtractQuantities(process.hold, heldQuantity)),
  };
}

/**
 * Lists the buckets into which the pieces of an exception go after its remedies are passed. Unmachined pieces
 * with a special acceptance become machinable.
 */
export const listHandlingTargets = (
  source: HoldSource,
  { rework, concession, scrap }: HandlingQuantities,
): { to: keyof Pick<Ledger, 'reworkOpen' | 'machinable' | 'concession' | 'scrap'>; quantity: number }[] => [
  { to: 'reworkOpen', quantity: rework },
  { to: source === 'machinable' ? 'machinable' : 'concession', quantity: concession },
  { to: 'scrap', quantity: scrap },
];

export const sumHandlingQuantities = ({ rework, concession, scrap }: HandlingQuantities): number =>
  addQuantities(rework, concession, scrap);
