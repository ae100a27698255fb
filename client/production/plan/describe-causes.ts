import type { NamedCause } from '#shared/answers/schedule/promise.ts';
import { formatDuration, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const DAY = 1440;
/** Spans from so many minutes on are told in days. */
const DAYS_FROM = 2 * DAY;
/** A sentence names at most so many orders. */
const MOST_NAMES = 3;

export const formatMinutes = (minutes: number): string => formatDuration(minutes * 60);

/**
 * Rounds spans to tenths of days, so that the rounded spans add up to the rounded sum: those that lose most are rounded
 * up.
 */
export function divideIntoTenths(minutes: readonly number[]): number[] {
  const total = minutes.reduce((sum, span) => sum + span, 0);
  const tenths = minutes.map((span) => Math.floor((span * 10) / DAY));
  const restOf = (index: number): number => ((minutes[index]! * 10) / DAY) % 1;
  const byRest = minutes.map((_, index) => index).sort((a, b) => restOf(b) - restOf(a) || a - b);
  let missing = Math.round((total * 10) / DAY) - tenths.reduce((sum, count) => sum + count, 0);
  for (const index of byRest) if (missing-- > 0) tenths[index]!++;
  return tenths;
}

/** Formats how late an order is: in hours and minutes, or from two days on in days. */
export const formatLateness = (minutes: number, t: Translate): string =>
  minutes < DAYS_FROM
    ? formatMinutes(minutes)
    : t('daysOfLateness', { days: formatNumber(Math.round((minutes * 10) / DAY) / 10, 1) });

/** Tells the causes of a span of time, one phrase for each. The times of the phrases add up to the span. */
export function describeNamedCauses(causes: readonly NamedCause[], t: Translate): string[] {
  const tenths = divideIntoTenths(causes.map(({ minutes }) => minutes));
  const isInDays = causes.reduce((sum, { minutes }) => sum + minutes, 0) >= DAYS_FROM;
  return causes.flatMap(({ kind, minutes, machineName, orderCodes }, index) => {
    if (isInDays && tenths[index] === 0) return [];
    const span = isInDays
      ? t('daysOfLateness', { days: formatNumber(tenths[index]! / 10, 1) })
      : formatMinutes(minutes);
    const shown = joinWords(orderCodes.slice(0, MOST_NAMES));
    const orders = orderCodes.length > MOST_NAMES ? t('andOthers', { names: shown }) : shown;
    return [t(`cause.${kind}`, { span, machine: machineName, orders })];
  });
}
