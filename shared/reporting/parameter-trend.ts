/** A measured value of a report, with the limits at the time of the report. */
export interface TrendPoint {
  reportId: number;
  processId: number;
  orderCode: string;
  /** When the work ended. */
  at: string;
  value: number;
  lowerLimit: number | null;
  upperLimit: number | null;
  outsideLimits: boolean;
  /** The names of the people of the report. */
  people: string[];
}

/** The values of one production parameter, the oldest value first. */
export interface ParameterTrend {
  code: string;
  name: string;
  unit: string | null;
  points: TrendPoint[];
}
