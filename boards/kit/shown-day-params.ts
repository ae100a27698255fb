import { readBoardDate } from '#shared/boards/shown-day.ts';
import type { BoardVariableValues } from './widget.ts';

/**
 * Builds the parameters of a report that show the day of the board instead of today.
 * @returns an object without parameters if the board shows today
 */
export function buildShownDayParams({ date }: BoardVariableValues): Record<string, string> {
  const shownDate = readBoardDate(date);
  if (!shownDate) return {};
  return shownDate.kind === 'fixed' ? { shownDay: shownDate.day } : { daysAgo: String(shownDate.daysAgo) };
}
