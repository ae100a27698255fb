/** Hours a day; people have no maximum of their own. */
export interface Capacity {
  normal: number;
  maximum: number | null;
  budget: number;
}

/** What the resources of a work group add up to. */
export interface GroupCapacity {
  devices: Capacity;
  people: Capacity;
}
