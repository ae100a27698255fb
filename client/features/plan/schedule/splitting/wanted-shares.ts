import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { divideEqually } from '#shared/ledger/divide-card.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { WantedShare } from '../pinning/use-pin.ts';

/** A share while a planner enters it: the quantity is null while its text is no number. */
export type EnteredShare = Omit<WantedShare, 'quantity'> & {
  readonly quantity: number | null;
  /** What the planner has typed as the quantity. */
  readonly text?: string;
};

/** Reads a quantity with at most four decimals; null if the text is none. */
export const parseQuantity = (text: string): number | null =>
  /^\d{1,10}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : null;

/** Returns the shares as they are sent. */
export const toWantedShares = (shares: readonly EnteredShare[]): WantedShare[] =>
  shares.map(({ text: _text, quantity, ...share }) => ({ ...share, quantity: quantity ?? 0 }));

/** Returns how many machines an operation can be split over; less than 2: it cannot be split. */
export const countPossibleShares = ({ machines, remaining }: OperationSplit): number =>
  Math.min(machines.length, Number.isInteger(remaining) ? remaining : machines.length);

/**
 * Proposes equal shares.
 * @param present shares whose machines stay
 * @param firstMachine the machine of the operation in the plan, which comes first
 */
export function proposeShares(
  { machines, remaining }: OperationSplit,
  count: number,
  present: readonly EnteredShare[],
  firstMachine: number | null,
): EnteredShare[] {
  const quantities = divideEqually(remaining, count);
  const kept = present.slice(0, count);
  const taken = new Set(kept.map(({ deviceId }) => deviceId));
  const free = machines
    .map(({ deviceId }) => deviceId)
    .filter((id) => !taken.has(id))
    .toSorted((a, b) => Number(b === firstMachine) - Number(a === firstMachine));
  return quantities.map((quantity, index) => ({
    id: null,
    deviceId: free[index - kept.length] ?? 0,
    appointmentStart: null,
    appointmentEnd: null,
    ...kept[index],
    quantity,
    text: String(quantity),
  }));
}

export const sumShares = (shares: readonly EnteredShare[]): number =>
  addQuantities(...shares.map(({ quantity }) => quantity ?? 0));

/** Returns the position of the first share whose machine another one has before it; −1 if there is none. */
export const findRepeatedMachine = (shares: readonly EnteredShare[]): number =>
  shares.findIndex(({ deviceId }, index) => shares.findIndex((share) => share.deviceId === deviceId) < index);
