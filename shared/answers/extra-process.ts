/** An extra process of a part, with the work that is reported on it. Reversed reports do not count. */
export interface ExtraProcessWork {
  taskId: number;
  craftName: string;
  workGroupName: string;
  reason: string;
  /** Whether more work can be reported. */
  isOpen: boolean;
  addedBy: string;
  /** The names of the people who work on it now. */
  busyWith: string[];
  /** The working time of all people in closed reports, in seconds. */
  seconds: number;
  /** The time of devices in closed reports, in seconds. */
  deviceSeconds: number;
  /** Labour and machine cost of closed reports; null if the caller may see no money, or a rate is missing. */
  cost: number | null;
}
