import { estimateTextColumnWidth } from '#client/kit/tables/column.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Lateness } from '#shared/rules/lateness.ts';

/** A term that describes the lateness of an order, and the number of days to insert into the term. */
interface LatenessPhrase {
  readonly term: TermKey;
  readonly days: number;
}

/** The phrases that describe the lateness of an order, and the tone of the whole text. */
interface LatenessDescription {
  /** The most important phrase comes first. */
  readonly phrases: readonly LatenessPhrase[];
  readonly tone: 'late' | 'overdue' | 'calm';
}

const describeEarlyOrOnTime = (days: number): LatenessPhrase =>
  days < 0 ? { term: 'aheadByDays', days: -days } : { term: 'onTime', days: 0 };

/** Describes the lateness of an order, such as 'Overdue 1 d', 'Expected +3 d' or 'On time'. */
export function describeLateness(lateness: Lateness): LatenessDescription {
  if (lateness.isDone) {
    const days = lateness.delayDays;
    return days > 0
      ? { phrases: [{ term: 'finishedLateByDays', days }], tone: 'late' }
      : { phrases: [describeEarlyOrOnTime(days)], tone: 'calm' };
  }
  const { overdueDays, daysLeft, expectedDelayDays } = lateness;
  const delayPhrase: LatenessPhrase = { term: 'expectedDelayByDays', days: expectedDelayDays ?? 0 };
  if (overdueDays > 0) {
    const overduePhrase: LatenessPhrase = { term: 'overdueByDays', days: overdueDays };
    // The expected delay is shown only if it is longer than the time that the order is overdue.
    return {
      phrases: delayPhrase.days > overdueDays ? [overduePhrase, delayPhrase] : [overduePhrase],
      tone: 'overdue',
    };
  }
  if (expectedDelayDays === null)
    return { phrases: [{ term: daysLeft === 0 ? 'dueToday' : 'daysLeft', days: daysLeft }], tone: 'calm' };
  return expectedDelayDays > 0
    ? { phrases: [delayPhrase], tone: 'late' }
    : { phrases: [describeEarlyOrOnTime(expectedDelayDays)], tone: 'calm' };
}

const LONGEST_PHRASES: readonly TermKey[] = [
  'overdueByDays',
  'expectedDelayByDays',
  'finishedLateByDays',
  'aheadByDays',
];
/** The largest number of days that fits into a lateness column. */
const MAX_DAYS_IN_LATENESS_COLUMN = 99;

/**
 * Estimates the width in pixels of a column that shows the lateness of orders.
 * @param isNarrow whether the page is as narrow as on a phone, where a list shows only the first phrase
 */
export const estimateLatenessWidth = (t: Translate, isNarrow: boolean): number => {
  const phrases = LONGEST_PHRASES.map((term) => t(term, { days: MAX_DAYS_IN_LATENESS_COLUMN }));
  const overdueText = phrases.slice(0, 2).join(' · ');
  return Math.max(...(isNarrow ? phrases : [...phrases, overdueText]).map(estimateTextColumnWidth));
};

/** Translates the phrases of a lateness, the most important first: ['Overdue 1 d', 'expected +3 d']. */
export const translateLateness = (lateness: Lateness, t: Translate): string[] =>
  describeLateness(lateness).phrases.map(({ term, days }, index) => {
    const text = t(term, { days });
    return index === 0 ? text : toMidSentence(text);
  });
