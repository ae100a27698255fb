import {
  calculateDeliveredQuantity,
  findFirstProcesses,
  findLastProcesses,
  type LedgerPart,
  type LedgerProcess,
} from './ledger.ts';
import { calculateTargetQuantity } from './process-state.ts';
import { countPiecesInSets, subtractQuantities } from './quantity.ts';

export const WAREHOUSE_STATES = ['notIn', 'partlyIn', 'allIn'] as const;
export type WarehouseStatus = (typeof WAREHOUSE_STATES)[number];

/** Counts the finished pieces of a part: the pieces that all of its last processes have delivered. */
function countCompletedPieces(part: LedgerPart, processes: readonly LedgerProcess[]): number {
  const lastProcesses = findLastProcesses(part.id, processes);
  return lastProcesses.length === 0 ? 0 : Math.min(...lastProcesses.map(calculateDeliveredQuantity));
}

/** Counts the pieces of a part that its assembly has received. */
function countConsumedPieces(part: LedgerPart, processes: readonly LedgerProcess[]): number {
  if (part.parentId === null) return 0;
  const received = findFirstProcesses(part.parentId, processes).map((process) => process.received);
  return countPiecesInSets(Math.max(0, ...received), part.quantityPer);
}

/** The finished pieces of a part, and where they are. */
export interface FinishedPieces {
  completed: number;
  /** The pieces that went into the assembly. */
  consumed: number;
  warehoused: number;
  /**
   * The pieces that can go into the warehouse. The number is negative if the warehouse already has too many.
   */
  waiting: number;
}

/** Counts the finished pieces of a part. `processes` must include the processes of its assembly. */
export function countFinishedPieces(part: LedgerPart, processes: readonly LedgerProcess[]): FinishedPieces {
  const { warehoused } = part;
  const completed = countCompletedPieces(part, processes);
  const consumed = countConsumedPieces(part, processes);
  return { completed, consumed, warehoused, waiting: subtractQuantities(completed, consumed, warehoused) };
}

/**
 * Finds a part with too many pieces in the warehouse: more than its finished pieces minus those that its assembly has
 * received. Null if there is none.
 */
export const findOverdrawnPart = <P extends LedgerPart>(
  parts: ReadonlyMap<number, P>,
  processes: readonly LedgerProcess[],
): P | null =>
  [...parts.values()].find(
    (part) => part.warehoused > 0 && countFinishedPieces(part, processes).waiting < 0,
  ) ?? null;

/**
 * Derives the warehouse status of a part. It is `allIn` if the warehouse has the target quantity of the last processes.
 */
export function deriveWarehouseStatus(
  part: LedgerPart,
  processes: readonly LedgerProcess[],
): WarehouseStatus {
  if (part.warehoused === 0) return 'notIn';
  const targets = findLastProcesses(part.id, processes).map(calculateTargetQuantity);
  return part.warehoused >= Math.min(...targets) ? 'allIn' : 'partlyIn';
}

/** A receipt of finished pieces into the warehouse. */
export interface WarehouseReceipt {
  receiptId: number;
  partId: number;
  quantity: number;
  shelfName: string | null;
  at: string;
  byName: string;
  remark: string | null;
  /** The person, the time and the reason of the reversal; null if the receipt is not reversed. */
  reversedBy: string | null;
  reversedAt: string | null;
  reverseReason: string | null;
}

/** The finished pieces of a part, and its receipts into the warehouse. */
export interface PartWarehouse extends FinishedPieces {
  partId: number;
  warehouseStatus: WarehouseStatus;
  /** The receipts, including reversed receipts, the latest first. */
  receipts: WarehouseReceipt[];
}

/** A part with finished pieces that are not yet in the warehouse. */
export interface WaitingPart {
  partId: number;
  partName: string;
  partCode: string;
  orderId: number;
  orderCode: string;
  dueDate: string | null;
  completed: number;
  warehoused: number;
  waiting: number;
}
