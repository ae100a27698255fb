/** A capacity in hours per day. The maximum is null for people. */
export interface Capacity {
  normal: number;
  maximum: number | null;
  budget: number;
}

/** The total capacity of a work group's resources. */
export interface GroupCapacity {
  devices: Capacity;
  people: Capacity;
}
