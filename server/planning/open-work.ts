import type { ListedProcess } from '#shared/ledger/listed-process.ts';
import type { Instant } from '#shared/planning/engine/types.ts';
import type { OperationShare } from '#shared/planning/operation-shares.ts';
import type { AppliedDays } from '#shared/planning/place-work.ts';
import type { UnfinishedWork } from '#shared/planning/remaining-work.ts';

/** The share of a machine in a split process. */
export interface WorkShare extends OperationShare {
  readonly id: number;
  readonly deviceId: number;
  /** The group of the device, or else the group of the process. */
  readonly workGroupId: number | null;
  /** Whether work on the process has begun on the device, so that the device is prepared. */
  readonly isStarted: boolean;
  readonly appointmentStart: Instant | null;
  readonly appointmentEnd: Instant | null;
  /**
   * The days on which the applied plan puts the share; null if no plan contains the share, or if the share
   * was changed since.
   */
  readonly applied: AppliedDays | null;
}

/** A process of a released order on which work is left, with the estimates and the plan of the process. */
export interface OpenWork extends UnfinishedWork, ListedProcess {
  /** The planned group, or else the group of the planned device; null if there is none. */
  workGroupId: number | null;
  deviceId: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
  needBy: string | null;
  /** Whether the process has an appointment. */
  isBooked: boolean;
  /**
   * The days on which the applied plan puts the process. If its shares were joined since, they are the days
   * of its first share. Null if no plan contains the process, or if its appointment has changed since.
   */
  applied: AppliedDays | null;
  /** The shares of the process on its machines; null if the process is not split. */
  shares: readonly WorkShare[] | null;
}
