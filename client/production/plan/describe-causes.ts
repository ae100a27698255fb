import type { Cause } from '#shared/planning/engine/proposal.ts';
import { formatDuration, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

const DAY = 1440;
/** Lateness from so many minutes on is told in days. */
const DAYS_FROM = 2 * DAY;
/** A phrase names at most so many orders. */
const MOST_NAMES = 3;

/** A cause of lateness with the names that people know. */
export interface NamedCause {
  /** `others`: several causes together. */
  readonly kind: Cause['kind'] | 'others';
  readonly minutes: number;
  /** The name of the machine; '' without one. */
  readonly machineName: string;
  /** The codes of the orders that it waits behind, or of the first ones. */
  readonly orderCodes: readonly string[];
  /** How many orders it waits behind; without a number, those of `orderCodes`. */
  readonly orderCount?: number;
}

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

const formatTenths = (tenths: number, t: Translate): string =>
  t('daysOfLateness', { days: formatNumber(tenths / 10, 1) });

/** Formats how late an order is: in hours and minutes, or from two days on in days. */
export const formatLateness = (minutes: number, t: Translate): string =>
  minutes < DAYS_FROM ? formatMinutes(minutes) : formatTenths(Math.round((minutes * 10) / DAY), t);

interface Phrase {
  readonly cause: Omit<NamedCause, 'minutes'>;
  /** In tenths of days, or in minutes. */
  readonly amount: number;
}

/** Keeps the longest phrases in their order, and puts the others together, so that at most `most` are left. */
function keepLongest(phrases: readonly Phrase[], most: number): readonly Phrase[] {
  if (phrases.length <= most) return phrases;
  const kept = new Set(phrases.toSorted((a, b) => b.amount - a.amount).slice(0, most - 1));
  const amount = phrases.reduce((sum, phrase) => (kept.has(phrase) ? sum : sum + phrase.amount), 0);
  return [
    ...phrases.filter((phrase) => kept.has(phrase)),
    { cause: { kind: 'others', machineName: '', orderCodes: [] }, amount },
  ];
}

/**
 * Tells the causes of a span of time, one phrase for each. The times of the phrases add up to the span.
 * @param most the maximum number of phrases; the shortest causes are then told together
 */
export function describeNamedCauses(causes: readonly NamedCause[], t: Translate, most = Infinity): string[] {
  const isInDays = causes.reduce((sum, { minutes }) => sum + minutes, 0) >= DAYS_FROM;
  const tenths = divideIntoTenths(causes.map(({ minutes }) => minutes));
  const phrases = causes
    .map((cause, index) => ({ cause, amount: isInDays ? tenths[index]! : cause.minutes }))
    .filter(({ amount }) => amount > 0);
  return keepLongest(phrases, most).map(({ cause, amount }) => {
    const { kind, machineName, orderCodes, orderCount = orderCodes.length } = cause;
    const names = joinWords(orderCodes.slice(0, MOST_NAMES));
    // Orders that are gone have no names.
    return t(`cause.${kind === 'machine' && names === '' ? 'booking' : kind}`, {
      span: isInDays ? formatTenths(amount, t) : formatMinutes(amount),
      machine: machineName,
      orders: orderCount > MOST_NAMES ? t('andOthers', { names }) : names,
    });
  });
}
