/** One kind of cost of an order. Its planned amount is null if it is unknown. */
export interface OrderCostLine {
  kind: 'labourCost' | 'deviceCost' | 'outsourcingCost';
  planned: number | null;
  actual: number;
}

/** The cost of an order to date, in the currency of the factory, with two decimals. */
export interface OrderCost {
  lines: OrderCostLine[];
  /** The sum of the planned amounts; null if the planned amount of a line is unknown. */
  planned: number | null;
  actual: number;
  /** The number of closed reports with an unknown cost, because a rate is missing. */
  unpricedReports: number;
  /** How many lines of outsourcing orders have no price. */
  unpricedLines: number;
  /** The number of processes with an unknown planned cost, because they have no standard time or no rate today. */
  unplannedProcesses: number;
}
