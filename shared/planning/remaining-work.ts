import { calculateTargetQuantity, type Ledger } from '#shared/ledger/process-state.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { CapacityAxis } from './group-capacity.ts';

/** The estimates and ledger values of a process that determine its remaining work. */
export interface UnfinishedWork extends Pick<
  Ledger,
  | 'plannedQuantity'
  | 'inheritedLoss'
  | 'acceptedLoss'
  | 'good'
  | 'concession'
  | 'outsourced'
  | 'reworkOpen'
  | 'inRework'
> {
  readonly preparationMinutes: number | null;
  readonly deviceMinutes: number | null;
  readonly manMinutes: number | null;
  /** How many people work at one machine. */
  readonly manMachineRatio: number | null;
  /** Whether the preparation is done or going on. */
  readonly isStarted: boolean;
}

/** Calculates what a process must still make: its target, minus delivered and outsourced pieces, plus rework. */
export const calculateRemainingQuantity = (work: UnfinishedWork): number =>
  Math.max(
    0,
    addQuantities(
      subtractQuantities(calculateTargetQuantity(work), work.good, work.concession, work.outsourced),
      work.reworkOpen,
      work.inRework,
    ),
  );

const SCALE_FACTOR = 10_000;
const toScaled = (value: number): bigint => BigInt(Math.round(value * SCALE_FACTOR));
const SCALE = BigInt(SCALE_FACTOR);

/**
 * Returns the standard minutes per piece on an axis, scaled by 10,000 squared. It is null if the process has no
 * estimate, and 0 if the process needs no machine.
 */
function getScaledStandardTime(work: UnfinishedWork, axis: CapacityAxis): bigint | null {
  const deviceMinutes = work.deviceMinutes ?? 0;
  if (deviceMinutes === 0 && !work.manMinutes) return null;
  if (axis === 'deviceHours') return toScaled(deviceMinutes) * SCALE;
  if (work.manMinutes !== null) return toScaled(work.manMinutes) * SCALE;
  return work.manMachineRatio === null ? null : toScaled(deviceMinutes) * toScaled(work.manMachineRatio);
}

/**
 * Calculates the minutes of work that are left at a process: the preparation, unless the process has started, and the
 * standard time of the remaining quantity. The result is exact before it is rounded to whole minutes. Remaining work
 * counts as at least one minute.
 * @returns null if the process has no estimate on this axis; 0 if it needs no hours of this axis
 */
export function calculateRemainingMinutes(work: UnfinishedWork, axis: CapacityAxis): number | null {
  const scaledStandardTime = getScaledStandardTime(work, axis);
  const quantity = calculateRemainingQuantity(work);
  if (quantity === 0) return 0;
  if (scaledStandardTime === null) return null;
  if (scaledStandardTime === 0n) return 0;
  const totalScale = SCALE * SCALE * SCALE;
  const scaledPreparation = work.isStarted ? 0n : toScaled(work.preparationMinutes ?? 0) * SCALE * SCALE;
  const minutes =
    (scaledPreparation + scaledStandardTime * toScaled(quantity) + totalScale / 2n) / totalScale;
  return Math.max(1, Number(minutes));
}
