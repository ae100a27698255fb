/** A machine that can do an operation. */
export interface ShareMachine {
  deviceId: number;
  code: string;
  name: string;
  workGroupId: number | null;
  workGroupName: string | null;
}

/** The share of a machine in a split operation. */
export interface SplitShare {
  id: number;
  deviceId: number;
  /** What is left of it. */
  quantity: number;
  /** Its appointment, in ISO 8601; both are null if it has none. */
  appointmentStart: string | null;
  appointmentEnd: string | null;
}

/** A group to which an operation can be moved. */
export interface OperationGroup {
  id: number;
  code: string;
  name: string;
  /** Whether it has the craft of the operation. Another group is only warned of. */
  hasCraft: boolean;
}

/** How an operation is split over machines, and where it could go. */
export interface OperationSplit {
  processId: number;
  /** The version of the process. */
  version: number;
  craftName: string;
  workGroupId: number | null;
  /** What is left to make. */
  remaining: number;
  /** The machines that can do it: those of its group first. */
  machines: ShareMachine[];
  /** Empty if it is not split. */
  shares: SplitShare[];
  /** Those with the craft come first. */
  groups: OperationGroup[];
}
