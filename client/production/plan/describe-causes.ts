import type { Cause } from '#shared/planning/engine/proposal.ts';
import { formatDuration, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const DAY_MINUTES = 1440;
/** Lateness of at least this many minutes is shown in days. */
const MIN_MINUTES_IN_DAYS = 2 * DAY_MINUTES;
/** The maximum number of orders that a phrase names. */
const MAX_NAMES = 3;

/** A cause of lateness with the names that people know. */
export interface NamedCause {
  /** The kind of the cause; `others` for several causes together. */
  readonly kind: Cause['kind'] | 'others';
  readonly minutes: number;
  /** The name of the machine; '' without one. */
  readonly machineName: string;
  /** The codes of the orders for which the late order waits, or of only the first of these orders. */
  readonly orderCodes: readonly string[];
  /** The number of all orders for which the late order waits; by default, the number of `orderCodes`. */
  readonly orderCount?: number;
}

export const formatMinutes = (minutes: number): string => formatDuration(minutes * 60);

/**
 * Rounds spans to tenths of days, so that the rounded spans add up to the rounded sum. The spans with the largest
 * remainders are rounded up.
 * @returns the number of tenths of a day of each span
 */
export function divideIntoTenths(minutes: readonly number[]): number[] {
  const total = minutes.reduce((sum, span) => sum + span, 0);
  const tenths = minutes.map((span) => Math.floor((span * 10) / DAY_MINUTES));
  const getRemainder = (index: number): number => ((minutes[index]! * 10) / DAY_MINUTES) % 1;
  const indicesByRemainder = minutes
    .map((_, index) => index)
    .sort((a, b) => getRemainder(b) - getRemainder(a) || a - b);
  let missingTenths = Math.round((total * 10) / DAY_MINUTES) - tenths.reduce((sum, count) => sum + count, 0);
  for (const index of indicesByRemainder) if (missingTenths-- > 0) tenths[index]!++;
  return tenths;
}

const formatTenths = (tenths: number, t: Translate): string =>
  t('daysOfLateness', { days: formatNumber(tenths / 10, 1) });

/** Formats how late an order is: in hours and minutes if it is less than two days, otherwise in days. */
export const formatLateness = (minutes: number, t: Translate): string =>
  minutes < MIN_MINUTES_IN_DAYS
    ? formatMinutes(minutes)
    : formatTenths(Math.round((minutes * 10) / DAY_MINUTES), t);

interface Phrase {
  readonly cause: Omit<NamedCause, 'minutes'>;
  /** The duration in tenths of days, or in minutes. */
  readonly amount: number;
}

/**
 * Keeps the longest phrases in their order, and combines the other phrases into one. Returns at most
 * `maxCount` phrases.
 */
function keepLongest(phrases: readonly Phrase[], maxCount: number): readonly Phrase[] {
  if (phrases.length <= maxCount) return phrases;
  const keptPhrases = new Set(phrases.toSorted((a, b) => b.amount - a.amount).slice(0, maxCount - 1));
  const amount = phrases.reduce((sum, phrase) => (keptPhrases.has(phrase) ? sum : sum + phrase.amount), 0);
  return [
    ...phrases.filter((phrase) => keptPhrases.has(phrase)),
    { cause: { kind: 'others', machineName: '', orderCodes: [] }, amount },
  ];
}

/**
 * Describes the causes of a span of time, one phrase for each cause. The times of the phrases add up to the span. A
 * cause whose time is rounded to zero gets no phrase.
 * @param maxCount the maximum number of phrases; if there are more causes, the last phrase combines the shortest ones
 */
export function describeNamedCauses(
  causes: readonly NamedCause[],
  t: Translate,
  maxCount = Infinity,
): string[] {
  const isInDays = causes.reduce((sum, { minutes }) => sum + minutes, 0) >= MIN_MINUTES_IN_DAYS;
  const tenths = divideIntoTenths(causes.map(({ minutes }) => minutes));
  const phrases = causes
    .map((cause, index) => ({ cause, amount: isInDays ? tenths[index]! : cause.minutes }))
    .filter(({ amount }) => amount > 0);
  return keepLongest(phrases, maxCount).map(({ cause, amount }) => {
    const { kind, machineName, orderCodes, orderCount = orderCodes.length } = cause;
    const names = joinWords(orderCodes.slice(0, MAX_NAMES));
    // If the orders were deleted, the phrase of a booking is used, because it names no orders.
    return t(`cause.${kind === 'machine' && names === '' ? 'booking' : kind}`, {
      span: isInDays ? formatTenths(amount, t) : formatMinutes(amount),
      machine: machineName,
      orders: orderCount > MAX_NAMES ? t('andOthers', { names }) : names,
    });
  });
}
