/** The factory whose values are measured. */
export interface MeasuredFactory {
  factoryId: number;
  zone: string;
}

/** The value of a measure for one subject. */
export interface MeasuredValue {
  /** Identifies the subject among the subjects of the measure. */
  key: string;
  /** The name of the subject; null for the whole factory. */
  subject: string | null;
  /** Null if the value is unknown. */
  value: number | null;
}

/** Selects the values for a rule that is narrowed to a work group, or for a rule without a group. */
export type MeasuredValues = (workGroupId: number | null) => MeasuredValue[];
