/**
 * How a node or a plan stands.
 * - `planOnTime` (green): it ended in time, or is expected to
 * - `planProjectedLate` (amber): it is expected to end after its planned day
 * - `planLate` (red): it ended after its planned day, or has not ended although that day is over
 */
export type PlanLight = 'planOnTime' | 'planProjectedLate' | 'planLate';

/** The days on which something is judged. */
export interface JudgedDays {
  readonly plannedEnd: string;
  readonly projectedEnd: string;
  /** Null while it has not ended. */
  readonly endedOn: string | null;
}

/** Judges a node, or a whole plan by its due day. It is the only rule of the colours. */
export function judgePlan({ plannedEnd, projectedEnd, endedOn }: JudgedDays, today: string): PlanLight {
  if ((endedOn ?? today) > plannedEnd) return 'planLate';
  return endedOn === null && projectedEnd > plannedEnd ? 'planProjectedLate' : 'planOnTime';
}
