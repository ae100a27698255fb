import type { Lateness } from '#shared/rules/lateness.ts';

/** Returns the day on which an order was finished or is expected to be; null if it is unknown. */
export const getFinishDay = (late: Lateness | null): string | null =>
  late && (late.isDone ? late.finishedDay : late.expectedDay);
