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

/** Keeps the longest causes in their order, and puts the others together, so that at most `most` are left. */
export function keepLongestCauses(causes: readonly NamedCause[], most: number): readonly NamedCause[] {
  if (causes.length <= most) return causes;
  const kept = new Set(causes.toSorted((a, b) => b.minutes - a.minutes).slice(0, most - 1));
  const minutes = causes.reduce((sum, cause) => (kept.has(cause) ? sum : sum + cause.minutes), 0);
  const others: NamedCause = { kind: 'others', minutes, machineName: '', orderCodes: [] };
  return [...causes.filter((cause) => kept.has(cause)), others];
}

/** Tells the causes of a span of time, one phrase for each. The times of the phrases add up to the span. */
export function describeNamedCauses(causes: readonly NamedCause[], t: Translate): string[] {
  const isInDays = causes.reduce((sum, { minutes }) => sum + minutes, 0) >= DAYS_FROM;
  const tenths = divideIntoTenths(causes.map(({ minutes }) => minutes));
  return causes.flatMap(
    ({ kind, minutes, machineName, orderCodes, orderCount = orderCodes.length }, index) => {
      if (isInDays && tenths[index] === 0) return [];
      const names = joinWords(orderCodes.slice(0, MOST_NAMES));
      return [
        // Orders that are gone have no names.
        t(`cause.${kind === 'machine' && names === '' ? 'booking' : kind}`, {
          span: isInDays ? formatTenths(tenths[index]!, t) : formatMinutes(minutes),
          machine: machineName,
          orders: orderCount > MOST_NAMES ? t('andOthers', { names }) : names,
        }),
      ];
    },
  );
}
