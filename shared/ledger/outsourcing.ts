import type { OutsourcingEvent, OutsourcingState } from '#shared/machines/outsourcing-order.ts';
import { addQuantities, subtractQuantities } from './quantity.ts';

/** The kinds of movements between the factory and a supplier. Each is also an event of the outsourcing order. */
export const MOVEMENT_KINDS = [
  'sendPieces',
  'returnPieces',
  'takeBackPieces',
] as const satisfies readonly OutsourcingEvent[];
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** The ordered, sent and returned pieces of a process in an outsourcing order. Reversed movements do not count. */
export interface OutsourcedQuantities {
  /** The ordered quantity. */
  quantity: number;
  sent: number;
  /** The pieces that the supplier returned as good. */
  returnedGood: number;
  /** The pieces that the supplier returned and that are on hold until somebody decides about them. */
  returnedHold: number;
  /** The pieces that were taken back unmachined. */
  takenBack: number;
}

/** Calculates how many pieces are at the supplier. */
export const calculateQuantityOut = (line: OutsourcedQuantities): number =>
  subtractQuantities(line.sent, line.returnedGood, line.returnedHold, line.takenBack);

/** Calculates how many pieces came back from the work of the supplier. */
const calculateReturnedQuantity = (line: OutsourcedQuantities): number =>
  addQuantities(line.returnedGood, line.returnedHold);

/** Calculates how many ordered pieces are not sent. Pieces that came back unmachined can be sent again. */
export const calculateQuantityToSend = (line: OutsourcedQuantities): number =>
  Math.max(0, subtractQuantities(line.quantity, line.sent, -line.takenBack));

/**
 * Derives the state of an outsourcing order that is not cancelled from the quantities of its lines.
 * @param isEnded whether a person has ended the order, although some ordered pieces were not sent
 */
export function deriveOutsourcingState(
  lines: readonly OutsourcedQuantities[],
  isEnded: boolean,
): OutsourcingState {
  if (isEnded) return 'completed';
  if (lines.every((line) => line.sent === line.takenBack)) return 'draft';
  if (lines.every((line) => calculateReturnedQuantity(line) >= line.quantity)) return 'completed';
  if (lines.some((line) => calculateReturnedQuantity(line) > 0)) return 'partlyReturned';
  return lines.every((line) => calculateQuantityToSend(line) === 0) ? 'sent' : 'partlySent';
}
