/** Planned and actual money of one kind of cost of an order. Null if it is not known. */
export interface OrderCostLine {
  kind: 'labourCost' | 'deviceCost' | 'outsourcingCost';
  planned: number | null;
  actual: number;
}

/** The cost of an order to date, in the currency of the factory, with two decimals. */
export interface OrderCost {
  lines: OrderCostLine[];
  /** Null if the plan of a line is not known. */
  planned: number | null;
  actual: number;
  /** How many closed reports have a cost that is not known, because a rate is missing. */
  unpricedReports: number;
  /** How many lines of outsourcing orders have no price. */
  unpricedLines: number;
  /** How many processes have no standard time or no rate today, so that their planned cost is not known. */
  unplannedProcesses: number;
}
