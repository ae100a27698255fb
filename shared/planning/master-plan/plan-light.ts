/**
 * Whether a node or a plan is in time. People see it as the colour of a traffic light.
 * - `planOnTime` (green): it ended in time, or is expected to
 * - `planProjectedLate` (amber): it is expected to end after its planned day
 * - `planLate` (red): it ended after its planned day, or has not ended although that day is over
 */
export type PlanLight = 'planOnTime' | 'planProjectedLate' | 'planLate';

/** The days that determine the light of a node or plan. */
export interface JudgedDays {
  readonly plannedEnd: string;
  readonly projectedEnd: string;
  /** The day on which the node or plan ended; null while it has not ended. */
  readonly endedOn: string | null;
}

/**
 * Finds the light of a node or of a whole plan. For a whole plan, `plannedEnd` is its due day. No other rule decides
 * the colours.
 */
export function judgePlan({ plannedEnd, projectedEnd, endedOn }: JudgedDays, today: string): PlanLight {
  if ((endedOn ?? today) > plannedEnd) return 'planLate';
  return endedOn === null && projectedEnd > plannedEnd ? 'planProjectedLate' : 'planOnTime';
}
