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
  /** The remaining quantity of the share. */
  quantity: number;
  /** The appointment of the share, ISO 8601; both are null if it has none. */
  appointmentStart: string | null;
  appointmentEnd: string | null;
}

/** A group to which an operation can be moved. */
export interface OperationGroup {
  id: number;
  code: string;
  name: string;
  /**
   * Whether the group has the craft of the operation. If not, the operation can still be moved to it, with a
   * warning.
   */
  hasCraft: boolean;
}

/** How an operation is split over machines, and to which machines and groups it can go. */
export interface OperationSplit {
  processId: number;
  /** The version of the process. */
  version: number;
  craftName: string;
  workGroupId: number | null;
  /** The quantity that the operation must still make. */
  remaining: number;
  /** The machines that can do the operation. The machines of its group come first. */
  machines: ShareMachine[];
  /** The shares; empty if the operation is not split. */
  shares: SplitShare[];
  /** The groups to which the operation can be moved. The groups with its craft come first. */
  groups: OperationGroup[];
}
