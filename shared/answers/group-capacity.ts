/** Capacity in hours per day; people have no maximum of their own. */
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
