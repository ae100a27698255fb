/** A capacity in hours per day; `maximum` is null for people. */
export interface Capacity {
  normal: number;
  maximum: number | null;
  budget: number;
}

/** The total capacity of the devices and of the people of a work group. */
export interface GroupCapacity {
  devices: Capacity;
  people: Capacity;
}
