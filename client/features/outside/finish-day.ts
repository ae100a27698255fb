import type { Lateness } from '#shared/rules/lateness.ts';

/** Returns the day on which an order was finished or is expected to finish; null if this day is unknown. */
export const getFinishDay = (lateness: Lateness | null): string | null =>
  lateness && (lateness.isDone ? lateness.finishedDay : lateness.expectedDay);
