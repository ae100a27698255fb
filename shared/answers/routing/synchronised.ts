import type { ProcessState } from '#shared/ledger/process-state.ts';

/** An open process with which a process can be synchronised. */
export interface SyncCandidate {
  processId: number;
  seq: number;
  name: string;
  partName: string;
  orderId: number;
  orderCode: string;
  plannedQuantity: number | null;
  plannedStart: string | null;
  workGroupName: string | null;
  deviceName: string | null;
  state: ProcessState;
  /** The key of the sync group that the process is in; null if it is in no sync group. */
  syncKey: string | null;
  /** Whether the process is in the same sync group already. */
  isSynchronised: boolean;
}

/** A process that is synchronised with a process of a part. */
export interface SyncPartner {
  /** The process of the part. */
  ofProcessId: number;
  processId: number;
  name: string;
  partId: number;
  partName: string;
  orderId: number;
  orderCode: string;
}
