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

/** Counts the finished pieces of a part: those that all of its last processes have delivered. */
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
  /** The pieces that can go into the warehouse; negative if more are in there than are left. */
  waiting: number;
}

/** Counts the finished pieces of a part. The processes of its assembly must be among the given ones. */
export function countFinishedPieces(part: LedgerPart, processes: readonly LedgerProcess[]): FinishedPieces {
  const { warehoused } = part;
  const completed = countCompletedPieces(part, processes);
  const consumed = countConsumedPieces(part, processes);
  return { completed, consumed, warehoused, waiting: subtractQuantities(completed, consumed, warehoused) };
}

/** Finds a part of which more pieces are in the warehouse than its processes and its assembly leave; null if none. */
export const findOverdrawnPart = <P extends LedgerPart>(
  parts: ReadonlyMap<number, P>,
  processes: readonly LedgerProcess[],
): P | null =>
  [...parts.values()].find(
    (part) => part.warehoused > 0 && countFinishedPieces(part, processes).waiting < 0,
  ) ?? null;

/** Derives whether the pieces of a part are in the warehouse: all if what its last processes have to deliver is in. */
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
  /** Who took the receipt back, when and why; null if it holds. */
  reversedBy: string | null;
  reversedAt: string | null;
  reverseReason: string | null;
}

/** What of a part is finished and in the warehouse. */
export interface PartWarehouse extends FinishedPieces {
  partId: number;
  warehouseStatus: WarehouseStatus;
  /** The latest receipts first, with those that were taken back. */
  receipts: WarehouseReceipt[];
}

/** A part of which finished pieces wait for the warehouse. */
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
