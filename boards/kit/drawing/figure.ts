import { formatNumber } from '#client/kit/words/formats.ts';
import type { Lang } from '#shared/kernel/lang.ts';

export const UNKNOWN_VALUE_TEXT = '—';
/** The maximum number of decimals. More decimals are hard to read from a distance. */
const MAX_DECIMALS = 2;

/** Formats a number for a wall screen. */
export const formatFigure = (value: number | null, lang: Lang): string =>
  value === null ? UNKNOWN_VALUE_TEXT : formatNumber(value, MAX_DECIMALS, lang).replace('-', '−');

/** Formats a number with its sign, for differences: '+12', '−3', '0'. */
export const formatSignedFigure = (value: number | null, lang: Lang): string =>
  value !== null && value > 0 ? `+${formatFigure(value, lang)}` : formatFigure(value, lang);

/**
 * Formats a day. The current year is omitted.
 * @param day 'YYYY-MM-DD'
 * @param today the current day, 'YYYY-MM-DD'
 */
export const formatShortDate = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
