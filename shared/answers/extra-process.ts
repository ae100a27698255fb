/** A craft that an extra process can have. */
export interface ExtraCraft {
  id: number;
  name: string;
}

/** A part on which work can be reported. */
export interface FoundPart {
  id: number;
  code: string;
  name: string;
  orderCode: string;
}

/** An extra process of a part, with the work that is reported on it. Reversed reports do not count. */
export interface ExtraProcessWork {
  taskId: number;
  craftName: string;
  workGroupId: number;
  workGroupName: string;
  reason: string;
  /** Whether more work can be reported. */
  isOpen: boolean;
  /** Whether all reports on the extra process are reversed. It then counts neither time nor cost. */
  isReversed: boolean;
  addedBy: string;
  /** The names of the people who work on the extra process now. */
  busyWith: string[];
  /** The working time of all people in closed reports, in seconds. */
  seconds: number;
  /** The time of devices in closed reports, in seconds. */
  deviceSeconds: number;
  /** Labour and machine cost of closed reports; null if the caller may see no money, or a rate is missing. */
  cost: number | null;
}
