import { divideRemaining } from '#shared/planning/operation-shares.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { calculateRemainingMinutes, calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import type { OpenWork } from './open-work.ts';

/** The position of a share among the shares of its process. */
export interface ShareNumber {
  readonly id: number;
  /** The position, from 1. */
  readonly number: number;
  readonly count: number;
}

/** The work of a process or, if the process is split, of one of its shares. */
export type DividedWork<W extends OpenWork> = W & {
  /**
   * The id of the task in plans: the id of the share or, if the process is not split, the id of the process.
   */
  readonly task: number;
  readonly share: ShareNumber | null;
};

const NO_LEDGER = {
  inheritedLoss: 0,
  acceptedLoss: 0,
  good: 0,
  concession: 0,
  outsourced: 0,
  reworkOpen: 0,
  inRework: 0,
};

/**
 * Divides the work of a split process among its shares. Work of a process that is not split stays unchanged.
 * Each share has its own preparation. Finished shares are left out.
 */
export function divideWork<W extends OpenWork>(work: W): DividedWork<W>[] {
  const remaining = calculateRemainingQuantity(work);
  const { shares } = work;
  if (shares === null || remaining === 0) return [{ ...work, task: work.processId, share: null }];
  const remainingByShare = divideRemaining(remaining, shares);
  return shares.flatMap((share, index) => {
    if (remainingByShare[index] === 0) return [];
    const { id, deviceId, workGroupId, isStarted, appointmentStart, appointmentEnd } = share;
    return [
      {
        ...work,
        ...NO_LEDGER,
        plannedQuantity: remainingByShare[index]!,
        deviceId,
        workGroupId,
        isStarted,
        appointmentStart,
        appointmentEnd,
        isBooked: appointmentStart !== null,
        // Until a plan has placed the share, its work counts on the days of the process.
        applied: share.applied ?? work.applied,
        task: id,
        share: { id, number: index + 1, count: shares.length },
      },
    ];
  });
}

/** Sums the remaining minutes of a process, with the preparation of each of its shares. */
export function sumRemainingMinutes(work: OpenWork, axis: CapacityAxis): number | null {
  const minutes = divideWork(work).map((part) => calculateRemainingMinutes(part, axis));
  return minutes.some((part) => part === null)
    ? null
    : minutes.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
