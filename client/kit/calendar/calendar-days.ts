import { INTL_TAG_BY_LANG, type Lang } from '#shared/kernel/lang.ts';
import { addDays, isDay, getWeekdayIndex } from '#shared/rules/days.ts';

const parseUtcDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** Returns the 42 days that the calendar of a month shows. The first day is a Monday. */
export function listCalendarDays(day: string): string[] {
  const firstOfMonth = `${day.slice(0, 7)}-01`;
  const leadingDayCount = getWeekdayIndex(firstOfMonth);
  return Array.from({ length: 42 }, (_, index) => addDays(firstOfMonth, index - leadingDayCount));
}

/** Returns the short names of the weekdays. Monday comes first. */
export function listWeekdayNames(lang: Lang): string[] {
  const weekdayFormat = new Intl.DateTimeFormat(INTL_TAG_BY_LANG[lang], {
    weekday: 'narrow',
    timeZone: 'UTC',
  });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) =>
    weekdayFormat.format(new Date(Date.UTC(2024, 0, 1 + index))),
  );
}

/** Formats the month of a day with its year, for a heading. */
export const formatMonth = (day: string, lang: Lang): string =>
  new Intl.DateTimeFormat(INTL_TAG_BY_LANG[lang], { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    parseUtcDay(day),
  );

/** Formats a full date for a screen reader. */
export const formatFullDate = (day: string, lang: Lang): string =>
  new Intl.DateTimeFormat(INTL_TAG_BY_LANG[lang], { dateStyle: 'full', timeZone: 'UTC' }).format(
    parseUtcDay(day),
  );

/**
 * Parses a typed date such as '2026-3-5', '20260305' or '3/5', which is 5 March in the year of
 * `today`. Returns null if the text is no valid date.
 */
export function parseDay(typedText: string, today: string): string | null {
  const cleanText = typedText
    .trim()
    .replaceAll(/[./年月]/g, '-')
    .replace(/日$/, '');
  const fullMatch =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cleanText) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(cleanText);
  const shortMatch = /^(\d{1,2})-(\d{1,2})$/.exec(cleanText);
  const [year, month, date] = fullMatch
    ? fullMatch.slice(1)
    : shortMatch
      ? [today.slice(0, 4), ...shortMatch.slice(1)]
      : [];
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}
