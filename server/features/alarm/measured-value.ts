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

/**
 * Selects the values for a rule: those of its work group, or those of the factory if the rule has no work
 * group.
 */
export type ValueSelector = (workGroupId: number | null) => MeasuredValue[];
