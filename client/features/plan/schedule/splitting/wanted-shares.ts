import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { divideEqually } from '#shared/ledger/divide-card.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { WantedShare } from '../pinning/use-pin.ts';

/** A share in the form. The quantity is null while the typed text is not a number. */
export type EnteredShare = Omit<WantedShare, 'quantity'> & {
  readonly quantity: number | null;
  /** The typed text of the quantity; absent if nobody has typed it. */
  readonly text?: string;
};

/** Parses a quantity with at most four decimals; null if the text is not such a number. */
export const parseQuantity = (text: string): number | null =>
  /^\d{1,10}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : null;

/** Converts the shares of the form to the shares that are sent to the server. */
export const toWantedShares = (shares: readonly EnteredShare[]): WantedShare[] =>
  shares.map(({ text: _text, quantity, ...share }) => ({ ...share, quantity: quantity ?? 0 }));

/** Returns the maximum number of shares of an operation. If it is less than 2, the operation cannot be split. */
export const countPossibleShares = ({ machines, remaining }: OperationSplit): number =>
  Math.min(machines.length, Number.isInteger(remaining) ? remaining : machines.length);

/**
 * Proposes shares with equal quantities.
 * @param count the number of shares
 * @param presentShares the shares of the form, which keep their machines
 * @param firstMachine the machine of the operation in the plan; the first new share gets it if no other share has it
 */
export function proposeShares(
  { machines, remaining }: OperationSplit,
  count: number,
  presentShares: readonly EnteredShare[],
  firstMachine: number | null,
): EnteredShare[] {
  const quantities = divideEqually(remaining, count);
  const keptShares = presentShares.slice(0, count);
  const takenIds = new Set(keptShares.map(({ deviceId }) => deviceId));
  const freeIds = machines
    .map(({ deviceId }) => deviceId)
    .filter((id) => !takenIds.has(id))
    .toSorted((a, b) => Number(b === firstMachine) - Number(a === firstMachine));
  return quantities.map((quantity, index) => ({
    id: null,
    deviceId: freeIds[index - keptShares.length] ?? 0,
    appointmentStart: null,
    appointmentEnd: null,
    ...keptShares[index],
    quantity,
    text: String(quantity),
  }));
}

export const sumShares = (shares: readonly EnteredShare[]): number =>
  addQuantities(...shares.map(({ quantity }) => quantity ?? 0));

/** Returns the index of the first share whose machine an earlier share already has; −1 if there is none. */
export const findRepeatedMachine = (shares: readonly EnteredShare[]): number =>
  shares.findIndex(({ deviceId }, index) => shares.findIndex((share) => share.deviceId === deviceId) < index);
